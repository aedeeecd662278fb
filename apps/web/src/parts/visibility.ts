import type { Station } from '@bijli/contract/stations';
import type { Messages } from '#messages/messages.ts';

/** Who may charge there, in capitals. */
export function visibility(station: Station, { filter }: Messages): string {
  return (filter.access[station.visibility.toLowerCase()] ?? station.visibility).toUpperCase();
}
