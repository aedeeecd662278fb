import type { Station } from '../driver/stations.ts';

/** True if the station is only for people of its site. */
export function isCaptive({ visibility }: Pick<Station, 'visibility'>): boolean {
  return visibility.toLowerCase() === 'captive';
}
