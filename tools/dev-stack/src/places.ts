import { dataFile } from '@bijli/server/seed/data-file';
import type { Place } from './driver.ts';

/** The first charge point of at least so much power of each demo station that has one with a simulator. */
export function fastPlaces(minKw: number): Place[] {
  const { stations } = JSON.parse(dataFile('demo-stations.json')) as {
    stations: { id: string; chargers: { id: string; fleet?: boolean; capacityKW: number }[] }[];
  };
  return stations.flatMap(({ id, chargers }) => {
    const fast = chargers.find(({ fleet, capacityKW }) => fleet && capacityKW >= minKw);
    return fast ? [{ stationId: id, chargePointId: fast.id, connector: 1 }] : [];
  });
}
