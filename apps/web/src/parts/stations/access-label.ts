import type { Station } from '@bijli/contract/stations';
import type { Messages } from '#messages/messages.ts';

/** Who may charge there, in capitals. When there is room, it adds a hint for words that few people know. */
export function accessLabel(station: Station, { filter }: Messages, hasRoom = true): string {
  const access = station.visibility.toLowerCase();
  const hint = hasRoom ? filter.accessHints[access] : undefined;
  return [filter.access[access] ?? station.visibility, hint].filter(Boolean).join(' · ').toUpperCase();
}
