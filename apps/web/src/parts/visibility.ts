import type { Station } from '@bijli/contract/stations';
import type { Messages } from '#messages/messages.ts';

/** Who may charge there, in capitals, with what that means where the word alone says it to few. */
export function visibility(station: Station, { filter }: Messages): string {
  const access = station.visibility.toLowerCase();
  const hint = filter.accessHints[access];
  return [filter.access[access] ?? station.visibility, hint].filter(Boolean).join(' · ').toUpperCase();
}
