/** The same object as before where none of its values has changed, so that nothing is drawn anew. */
export function keepIfSame<T extends object>(before: T | undefined, now: T): T {
  const keys = Object.keys(now) as (keyof T)[];
  return before && keys.every((key) => before[key] === now[key]) ? before : now;
}
