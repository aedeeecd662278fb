/** Calls that carry settings of a charge point, its secrets among them. */
const WITH_SETTINGS = new Set(['ChangeConfiguration', 'GetConfiguration']);
/** Words of the names of configuration keys whose value is a secret, which some charge points tell. */
export const SECRET_KEY = /authorizationkey|password|passwd|secret|token|privatekey|credential/i;
const BLANK = '[blanked]';

/** A frame without the secrets of its charge point, which stand in its settings. */
export function blanked(frame: string, action: string | null): string {
  if (!WITH_SETTINGS.has(action ?? '') && !SECRET_KEY.test(frame)) return frame;
  try {
    return JSON.stringify(JSON.parse(frame), blankSecret);
  } catch {
    return BLANK;
  }
}

/** A request or an answer without the secrets of its charge point. */
export function withoutSecrets<T>(payload: T): T {
  return JSON.parse(JSON.stringify(payload ?? null, blankSecret)) as T;
}

function blankSecret(_: string, value: unknown): unknown {
  return isSecret(value) ? { ...value, value: BLANK } : value;
}

function isSecret(value: unknown): value is { key: string } {
  const { key } = (value ?? {}) as { key?: unknown };
  return typeof key === 'string' && SECRET_KEY.test(key);
}
