import type { QueryClient } from '@tanstack/react-query';
import type { OwnVehicle } from '@bijli/contract/vehicles';
import { keepStationFilter, storedStationFilter } from '#device/stored-filter.ts';
import { queryOf } from './query.ts';

const idOfDefault = (vehicles: OwnVehicle[]) => vehicles.find((vehicle) => vehicle.default === 1)?.id;

/** Before the vehicles change: the default vehicle's id, if the driver filters stations for it alone. */
export async function filteredDefault(queries: QueryClient): Promise<string | undefined> {
  const [id, ...others] = storedStationFilter().vehicle ?? [];
  if (id === undefined || others.length > 0) return undefined;
  const answer = await queries.ensureQueryData(queryOf('ownVehicles', {})).catch(() => undefined);
  return answer && idOfDefault(answer.vehicles) === id ? id : undefined;
}

/**
 * After the vehicles have changed: a filter for the default vehicle alone follows it, any other filter stays as the
 * driver chose it. A vehicle that is gone is in no filter.
 */
export async function updateVehicleFilter(queries: QueryClient, defaultBefore: string | undefined): Promise<void> {
  const { vehicle: filtered, ...others } = storedStationFilter();
  if (filtered === undefined) return;
  const answer = await queries
    .fetchQuery({ ...queryOf('ownVehicles', {}), staleTime: Infinity })
    .catch(() => undefined);
  if (!answer) return;
  const { vehicles } = answer;
  const wanted = defaultBefore === undefined ? filtered : [idOfDefault(vehicles)];
  const left = vehicles.map(({ id }) => id).filter((id) => wanted.includes(id));
  keepStationFilter({ ...others, ...(left.length > 0 && { vehicle: left }) });
}
