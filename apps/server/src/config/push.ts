/** The bytes of a private and a public VAPID key, as base64url (RFC 8292). */
const PRIVATE_BYTES = 32;
const PUBLIC_BYTES = 65;

type Environment = Record<string, string | undefined>;

/** VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY, both or neither. */
export function readPushKeys(
  env: Environment,
  problems: string[],
): { publicKey: string; privateKey: string } | undefined {
  const publicKey = env['VAPID_PUBLIC_KEY'] ?? '';
  const privateKey = env['VAPID_PRIVATE_KEY'] ?? '';
  if (publicKey === '' && privateKey === '') return undefined;
  const bytes = (key: string) => Buffer.from(key, 'base64url').length;
  if (bytes(publicKey) !== PUBLIC_BYTES || bytes(privateKey) !== PRIVATE_BYTES)
    problems.push('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be a pair of keys as base64url');
  return { publicKey, privateKey };
}

/** PUSH_ORIGINS: such as `https://push.example`, separated by commas. */
export function readPushOrigins(env: Environment, problems: string[]): string[] {
  const origins = (env['PUSH_ORIGINS'] ?? '').split(',').filter(Boolean);
  for (const origin of origins)
    if (!URL.canParse(origin) || new URL(origin).origin !== origin)
      problems.push(`PUSH_ORIGINS names no origin: ${origin}`);
  return origins;
}
