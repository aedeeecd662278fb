/** Returns the earlier object if all its values are the same, so that nothing is rendered again. */
export function reuseIfEqual<T extends object>(before: T | undefined, now: T): T {
  const keys = Object.keys(now) as (keyof T)[];
  return before && keys.every((key) => before[key] === now[key]) ? before : now;
}
