/** The deepest request of OCPP has six levels. */
const MAX_DEPTH = 50;

/**
 * True for what no honest client sends and PostgreSQL does not accept: NUL, half a character, lists in lists without
 * end.
 */
export function isUnstorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed();
  if (typeof value !== 'object' || value === null) return false;
  const hasUnstorable = ([name, one]: [string, unknown]) => isUnstorable(name) || isUnstorable(one, depth + 1);
  return depth > MAX_DEPTH || Object.entries(value).some(hasUnstorable);
}
