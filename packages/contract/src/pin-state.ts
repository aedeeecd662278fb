import type { Station } from './stations.ts';

/** How a station's pin looks: a connector to be had, chargers online but none free, or nothing to be had as none is online or it is closed. */
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
