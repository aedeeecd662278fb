/** Actions that carry configuration values, secrets among them. */
const WITH_SETTINGS = new Set(['ChangeConfiguration', 'GetConfiguration']);
/** Matches names of configuration keys whose value is a secret. */
export const SECRET_KEY = /authorizationkey|password|passwd|secret|token|privatekey|credential/i;
const REDACTED = '[blanked]';
/**
 * Matches the path of a download or upload link. The link needs no sign-in (`modules/files`), so its key is a secret.
 */
const FILE_KEY = /(\/charger-files\\?\/)[\w-]{20,}/g;

/** Matches what follows the scheme (`ftp:`) in each URL of a text. In JSON, its slashes may be escaped. */
const ADDRESS = /(:(?:\\?\/){2})((?:(?![a-z][a-z\d+.-]{0,15}:\\?\/)[^\s"<>])*)/gi;
/** Matches an idTag or parentIdTag in JSON, also in a text that was cut off. */
const TAG = /"((?:parentI|i)dTag)"\s*:\s*(?:"(?:[^"\\]|\\.)*"?|[^,}\]\s]+)/gi;

/** Returns a frame without the secrets in its configuration values and URLs. */
export function redactFrame(frame: string, action: string | null): string {
  const hasSettings = WITH_SETTINGS.has(action ?? '') || SECRET_KEY.test(frame);
  if (!hasSettings && frame.search(ADDRESS) < 0) return frame;
  try {
    return JSON.stringify(JSON.parse(frame), redactValue);
  } catch {
    return hasSettings ? REDACTED : redactAddresses(frame);
  }
}

/** Returns a request or an answer without secrets. */
export function redactSecrets<T>(payload: T): T {
  return JSON.parse(JSON.stringify(payload ?? null, redactValue)) as T;
}

/** Returns a text whose URLs have neither credentials nor query. */
export function redactAddresses(text: string): string {
  return text.replaceAll(ADDRESS, (_, slashes: string, rest: string) => {
    const end = endOfSignIn(rest);
    const open = rest.slice(end).replaceAll(/([?&][^=&#]*=)[^&#]*/g, `$1${REDACTED}`);
    return `${slashes}${end > 0 ? `${REDACTED}@` : ''}${open.replaceAll(FILE_KEY, `$1${REDACTED}`)}`;
  });
}

/**
 * Index where the host begins after `user:password@`, or 0 without credentials. A password may contain an unescaped
 * slash.
 */
function endOfSignIn(rest: string): number {
  const authority = rest.slice(0, Math.max(0, rest.search(/[/?#\\]|$/)));
  const within = authority.includes('@') ? authority : /:(?!\d*$)/.test(authority) ? rest : '';
  return within.lastIndexOf('@') + 1;
}

/** Returns JSON text without idTags. */
export function redactTagsInText(text: string): string {
  return text.replaceAll(TAG, `"$1":"${REDACTED}"`);
}

/** Returns a request or an answer without idTags. */
export function redactTags<T>(payload: T): T {
  return JSON.parse(redactTagsInText(JSON.stringify(payload ?? null))) as T;
}

function redactValue(_: string, value: unknown): unknown {
  if (typeof value === 'string') return redactAddresses(value);
  return isSecret(value) ? { ...value, value: REDACTED } : value;
}

function isSecret(value: unknown): value is { key: string } {
  const { key } = (value ?? {}) as { key?: unknown };
  return typeof key === 'string' && SECRET_KEY.test(key);
}
