import type { Station } from '@bijli/contract/stations';

/** Why nobody can charge at a station now. Undefined when it is open and online. */
export function closedReason({ online_charger: online, open_now: isOpen }: Station): 'offline' | 'closed' | undefined {
  if (online === 0) return 'offline';
  return isOpen === false ? 'closed' : undefined;
}
