const BLOCKED = new Set(['ArrowUp', 'ArrowDown', 'Enter', '.', '+', '-', '*', '/', 'e']);

/** True for keys that the number field and the last three boxes of the code ignore. */
export function isBlockedKey(key: string): boolean {
  return BLOCKED.has(key);
}
