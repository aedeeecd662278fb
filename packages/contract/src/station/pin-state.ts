import type { Station } from '../driver/stations.ts';

/**
 * The look of a station's pin. `free`: a connector is free. `busy`: chargers are online, but none is free. `offline`:
 * no charger is online, or the station is closed.
 */
export type PinState = 'free' | 'busy' | 'offline';

/** True if the station is open and a connector of any type is free there. */
export function isFreeNow({ status, open_now }: Pick<Station, 'status' | 'open_now'>): boolean {
  return status === 1 && open_now !== false;
}

export function pinState(station: Pick<Station, 'status' | 'online_charger' | 'open_now'>): PinState {
  if (isFreeNow(station)) return 'free';
  if (station.open_now === false) return 'offline';
  return (station.online_charger ?? 0) > 0 ? 'busy' : 'offline';
}
