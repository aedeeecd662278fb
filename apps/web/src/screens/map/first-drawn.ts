/** For measurements in the field: notes when something was to be seen for the first time since the page was opened. */
export function noteFirstDrawn(name: 'stations-drawn' | 'chart-drawn' | 'map-drawn'): void {
  if (performance.getEntriesByName(name).length === 0) performance.mark(name);
}
