import { isCaptive } from '@bijli/contract/station-access';
import { plugFitOf } from '@bijli/contract/station-plugs';
import type { Station } from '@bijli/contract/stations';

/**
 * Returns what tells whether a station counts in a cluster and among those in view: it is for everybody and has a plug for a
 * vehicle with these connector types. Where all stations are captive, as with a filter for them, they count.
 */
export function countedOf(
  stations: readonly Station[],
  types: readonly string[] | undefined,
): (station: Station) => boolean {
  const areAllCaptive = stations.every(isCaptive);
  return (station) => (areAllCaptive || !isCaptive(station)) && plugFitOf(station, types).fits;
}
