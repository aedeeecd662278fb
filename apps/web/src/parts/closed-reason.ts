import type { Station } from '@bijli/contract/stations';

/** Why nobody can charge at a station now, whatever its plugs; the same wherever it is told. */
export function closedReason({ online_charger: online, open_now: isOpen }: Station): 'offline' | 'closed' | undefined {
  if (online === 0) return 'offline';
  return isOpen === false ? 'closed' : undefined;
}
