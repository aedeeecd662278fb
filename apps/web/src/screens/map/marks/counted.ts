import { isCaptive } from '@bijli/contract/station-access';
import { plugFitOf } from '@bijli/contract/station-plugs';
import type { Station } from '@bijli/contract/stations';

/**
 * Returns a function that is true for a station that counts in a cluster and among the stations in view. Such a station
 * is open to everybody and has a plug for a vehicle with these connector types. If all stations are captive, as with a
 * filter for captive stations, they count too.
 */
export function countedOf(
  stations: readonly Station[],
  types: readonly string[] | undefined,
): (station: Station) => boolean {
  const areAllCaptive = stations.every(isCaptive);
  return (station) => (areAllCaptive || !isCaptive(station)) && plugFitOf(station, types).fits;
}
