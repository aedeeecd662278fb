const BLOCKED = new Set(['ArrowUp', 'ArrowDown', 'Enter', '.', '+', '-', '*', '/', 'e']);

/** Whether the number field, and the last three boxes of the code, take no notice of this key. */
export function isBlockedKey(key: string): boolean {
  return BLOCKED.has(key);
}
