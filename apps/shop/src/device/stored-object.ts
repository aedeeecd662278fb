/**
 * What stands in the browser's storage, or in that of its tab, under a name. Nothing where that is no object, or blocked
 * by a setting.
 */
export function storedObject(
  name: string,
  place: 'localStorage' | 'sessionStorage' = 'localStorage',
): Record<string, unknown> {
  try {
    const entry: unknown = JSON.parse(globalThis[place].getItem(name) ?? 'null');
    return typeof entry === 'object' && entry !== null ? { ...entry } : {};
  } catch {
    return {};
  }
}
