import { dataFile } from '@bijli/server/seed/data-file';
import type { Place } from './driver.ts';

/** For each demo station: the first simulated charge point with at least this power. */
export function fastConnectors(minKw: number): Place[] {
  const { stations } = JSON.parse(dataFile('demo-stations.json')) as {
    stations: { id: string; chargers: { id: string; fleet?: boolean; capacityKW: number }[] }[];
  };
  return stations.flatMap(({ id, chargers }) => {
    const fast = chargers.find(({ fleet, capacityKW }) => fleet && capacityKW >= minKw);
    return fast ? [{ stationId: id, chargePointId: fast.id, connector: 1 }] : [];
  });
}
