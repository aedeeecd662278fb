/** Calls that carry settings of a charge point, its secrets among them. */
const WITH_SETTINGS = new Set(['ChangeConfiguration', 'GetConfiguration']);
/** Words of the names of configuration keys whose value is a secret, which some charge points tell. */
export const SECRET_KEY = /authorizationkey|password|passwd|secret|token|privatekey|credential/i;
const REDACTED = '[blanked]';
/** What leads to a file of ours, or to where one is brought: who has it needs no sign-in (`modules/files`). */
const FILE_KEY = /(\/charger-files\\?\/)[\w-]{20,}/g;

/** What follows `ftp:` in each address of a text; the slashes of JSON may have signs before them. */
const ADDRESS = /(:(?:\\?\/){2})((?:(?![a-z][a-z\d+.-]{0,15}:\\?\/)[^\s"<>])*)/gi;
/** A tag and its group in JSON, also in a text that is cut. */
const TAG = /"((?:parentI|i)dTag)"\s*:\s*(?:"(?:[^"\\]|\\.)*"?|[^,}\]\s]+)/gi;

/** A frame without secrets: those among the settings of its charge point, and those in addresses. */
export function redactFrame(frame: string, action: string | null): string {
  const hasSettings = WITH_SETTINGS.has(action ?? '') || SECRET_KEY.test(frame);
  if (!hasSettings && frame.search(ADDRESS) < 0) return frame;
  try {
    return JSON.stringify(JSON.parse(frame), redactValue);
  } catch {
    return hasSettings ? REDACTED : redactAddresses(frame);
  }
}

/** A request or an answer without secrets. */
export function redactSecrets<T>(payload: T): T {
  return JSON.parse(JSON.stringify(payload ?? null, redactValue)) as T;
}

/** A text whose addresses tell neither who signs in there, nor what they are asked with. */
export function redactAddresses(text: string): string {
  return text.replaceAll(ADDRESS, (_, slashes: string, rest: string) => {
    const end = endOfSignIn(rest);
    const open = rest.slice(end).replaceAll(/([?&][^=&#]*=)[^&#]*/g, `$1${REDACTED}`);
    return `${slashes}${end > 0 ? `${REDACTED}@` : ''}${open.replaceAll(FILE_KEY, `$1${REDACTED}`)}`;
  });
}

/** Where the host begins after `user:password@`; 0 where nobody signs in. Some write a slash into the password as it is. */
function endOfSignIn(rest: string): number {
  const authority = rest.slice(0, Math.max(0, rest.search(/[/?#\\]|$/)));
  const within = authority.includes('@') ? authority : /:(?!\d*$)/.test(authority) ? rest : '';
  return within.lastIndexOf('@') + 1;
}

/** JSON as text without the tags of whoever charges. */
export function redactTagsInText(text: string): string {
  return text.replaceAll(TAG, `"$1":"${REDACTED}"`);
}

/** A request or an answer without the tags of whoever charges. */
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
