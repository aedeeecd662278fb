/** Records the time when something was first visible on the page, for measurements. */
export function noteFirstDrawn(name: 'stations-drawn' | 'distances-drawn' | 'map-drawn'): void {
  if (performance.getEntriesByName(name).length === 0) performance.mark(name);
}
