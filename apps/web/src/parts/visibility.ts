import type { Station } from '@bijli/contract/stations';
import type { Words } from '#words/words.ts';

/** Who may charge there, in capitals. */
export function visibility(station: Station, { filter }: Words): string {
  return (filter.access[station.visibility.toLowerCase()] ?? station.visibility).toUpperCase();
}
