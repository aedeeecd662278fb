/** Calls that carry settings of a charge point, its secret among them. */
const WITH_SETTINGS = new Set(['ChangeConfiguration', 'GetConfiguration']);
const SECRET = /AuthorizationKey/i;
const BLANK = '[blanked]';

/** A frame without the secret of its charge point, which is all that OCPP 1.6 sends of secrets. */
export function blanked(frame: string, action: string | null): string {
  if (!WITH_SETTINGS.has(action ?? '') && !SECRET.test(frame)) return frame;
  try {
    return JSON.stringify(JSON.parse(frame), (_, value: unknown) =>
      isSecret(value) ? { ...value, value: BLANK } : value,
    );
  } catch {
    return BLANK;
  }
}

function isSecret(value: unknown): value is { key: string } {
  const { key } = (value ?? {}) as { key?: unknown };
  return typeof key === 'string' && SECRET.test(key);
}
