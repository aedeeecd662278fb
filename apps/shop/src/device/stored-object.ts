/**
 * Returns the object that the browser, or its tab, stores under a name. An empty object if there is none, or if a
 * setting blocks the storage.
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
