import type { Station } from '@bijli/contract/stations';
import type { Messages } from '#messages/messages.ts';

/** Who may charge there, in capitals. It adds a hint to words that few people know. */
export function accessLabel(station: Station, { filter }: Messages): string {
  const access = station.visibility.toLowerCase();
  return [filter.access[access] ?? station.visibility, filter.accessHints[access]]
    .filter(Boolean)
    .join(' · ')
    .toUpperCase();
}
