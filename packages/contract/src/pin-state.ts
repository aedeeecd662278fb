import type { Station } from './stations.ts';

/** How a station's pin looks: a connector to be had, chargers online but none free, or no charger online. */
export type PinState = 'free' | 'busy' | 'offline';

export function pinState({
  active_charger,
  online_charger = 0,
}: Pick<Station, 'active_charger' | 'online_charger'>): PinState {
  if (active_charger > 0) return 'free';
  return online_charger > 0 ? 'busy' : 'offline';
}
