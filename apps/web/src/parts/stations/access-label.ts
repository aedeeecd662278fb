import type { Station } from '@bijli/contract/stations';
import type { Messages } from '#messages/messages.ts';

/** Who may charge there, in one word in capitals. */
export function accessName({ visibility }: Station, { filter }: Messages): string {
  return (filter.access[visibility.toLowerCase()] ?? visibility).toUpperCase();
}

/** The same with a hint to words that few people know. */
export function accessLabel(station: Station, messages: Messages): string {
  const hint = messages.filter.accessHints[station.visibility.toLowerCase()]?.toUpperCase();
  return [accessName(station, messages), hint].filter(Boolean).join(' · ');
}
