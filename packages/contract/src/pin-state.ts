import type { Station } from './stations.ts';

/**
 * The look of a station's pin. `free`: a connector is free. `busy`: chargers are online, but none is free. `offline`:
 * no charger is online, or the station is closed.
 */
export type PinState = 'free' | 'busy' | 'offline';

export function pinState({
  active_charger,
  online_charger = 0,
  open_now,
}: Pick<Station, 'active_charger' | 'online_charger' | 'open_now'>): PinState {
  if (open_now === false) return 'offline';
  if (active_charger > 0) return 'free';
  return online_charger > 0 ? 'busy' : 'offline';
}
