import type { WrittenSettings } from './env.ts';
import type { Settings } from './schema.ts';

/** The length of a private and of a public VAPID key (RFC 8292). Settings hold them as base64url. */
const PRIVATE_BYTES = 32;
const PUBLIC_BYTES = 65;

export interface PushConfig {
  /** The operator's own pair of VAPID keys. Without it the server creates one and keeps it in the database. */
  keys: { publicKey: string; privateKey: string } | undefined;
  /** Origins of push services in addition to those of the big browsers. */
  origins: string[];
}

export function checkPushKeys({ texts }: WrittenSettings): string[] {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = texts;
  if (!publicKey && !privateKey) return [];
  const bytes = (key = '') => Buffer.from(key, 'base64url').length;
  const isPair = bytes(publicKey) === PUBLIC_BYTES && bytes(privateKey) === PRIVATE_BYTES;
  return isPair ? [] : ['VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY must be a pair of keys as base64url'];
}

export function pushConfig({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, PUSH_ORIGINS }: Settings): PushConfig {
  const publicKey = VAPID_PUBLIC_KEY ?? '';
  const privateKey = VAPID_PRIVATE_KEY ?? '';
  return { keys: publicKey ? { publicKey, privateKey } : undefined, origins: PUSH_ORIGINS };
}
