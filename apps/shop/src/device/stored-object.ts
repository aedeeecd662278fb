/** What stands in the browser's storage under a name; nothing where that is no object, or blocked by a setting. */
export function storedObject(name: string): Record<string, unknown> {
  try {
    const entry: unknown = JSON.parse(localStorage.getItem(name) ?? 'null');
    return typeof entry === 'object' && entry !== null ? { ...entry } : {};
  } catch {
    return {};
  }
}
