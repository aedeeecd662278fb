import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallName } from '@bijli/contract/api';
import { HOUR_MS } from '#device/durations.ts';
import { queryOf, mutation, refresh } from './query.ts';
import { filteredDefault, updateVehicleFilter } from './vehicle-filter.ts';

/** The profile also contains the default vehicle. */
export function ownProfile() {
  return { ...queryOf('getProfile', {}), meta: { isQuiet: true } };
}

/** `acPower`, `dcPower`: kW that it takes, when a source is known. */
export interface DefaultVehicle {
  name: string;
  types: string[];
  acPower?: number | undefined;
  dcPower?: number | undefined;
}

/** Hook: name and connector types of the default vehicle. Undefined when there is none or its types are not known. */
export function useDefaultVehicle(): DefaultVehicle | undefined {
  const { data } = useQuery({
    ...ownProfile(),
    select: ({ profile: { vehicle } }) =>
      vehicle?.connector_types?.length
        ? {
            name: shortName(vehicle.vehicle_name),
            types: vehicle.connector_types,
            acPower: vehicle.ac_max_power,
            dcPower: vehicle.dc_max_power,
          }
        : null,
  });
  return data ?? undefined;
}

/** Hook: true once it is known whether there is a default vehicle, or that this cannot be loaded. */
export function useIsDefaultVehicleSettled(): boolean {
  return !useQuery({ ...ownProfile(), select: () => true }).isPending;
}

/** Hook: true when the driver is known to have no vehicle. It fetches only when `isWanted`. */
export function useHasNoVehicle(isWanted: boolean): boolean {
  const { data } = useQuery({ ...ownProfile(), enabled: isWanted, select: ({ profile }) => !profile.vehicle });
  return data ?? false;
}

/** Hook: the default vehicle's id in the filter. It fetches only when `isWanted`. */
export function useDefaultVehicleId(isWanted: boolean): string | undefined {
  const { data } = useQuery({
    ...queryOf('ownVehicles', {}),
    enabled: isWanted,
    meta: { isQuiet: true },
    select: ({ vehicles }) => vehicles.find((vehicle) => vehicle.default === 1)?.id,
  });
  return data;
}

/** Hook: the driver's vehicles without a known connector type that the driver could add. */
export function useVehiclesWithoutPlug() {
  const { data = [] } = useQuery({
    ...queryOf('ownVehicles', {}),
    meta: { isQuiet: true },
    select: ({ vehicles }) =>
      vehicles.filter((own) => !own.connector_types?.length && own.for_driver_to_tell?.includes('connector_types')),
  });
  return data;
}

/** Hook: the driver's vehicles in the order they were added. */
export function useOwnVehicles() {
  return useQuery({ ...queryOf('ownVehicles', {}), select: ({ vehicles }) => vehicles });
}

/** The name without battery and variant: Tata Nexon EV Prime, not Tata Nexon EV Prime / MR 30.2 kWh. */
function shortName(name: string): string {
  return name.replace(/ \/ .*$| [\d.]+ kWh$/, '');
}

/** Hook: the vehicle catalogue by group. */
export function useCatalogue() {
  return useQuery({ ...queryOf('getAllVehicles', {}), staleTime: HOUR_MS, select: (answer) => answer.vehicles });
}

/** Hook: adds a vehicle of the catalogue. */
export function useAddVehicle() {
  return useMutation(useOwnVehicleMutation('addUserVehicle', { shouldAnnounce: true }));
}

/** Hook: makes one of the driver's vehicles the default, and loads the station again. */
export function useChooseVehicle() {
  const queries = useQueryClient();
  return useMutation({
    ...mutation('addDefaultVehicle', { shouldAnnounce: true }),
    onMutate: () => filteredDefault(queries),
    onSuccess: (_, __, before) => {
      const refreshed = refresh(queries, 'getCharger', 'getProfile', 'ownVehicles');
      void refreshed.then(() => updateVehicleFilter(queries, before));
      return refreshed;
    },
  });
}

/** Hook: changes the name or number plate of a vehicle. The field shows a refusal. */
export function useChangeVehicle() {
  return useMutation(useOwnVehicleMutation('changeVehicle', { shouldAnnounce: true, atField: true }));
}

/** Hook: removes one of the driver's vehicles. */
export function useRemoveVehicle() {
  return useMutation(useOwnVehicleMutation('removeVehicle', { shouldAnnounce: true }));
}

/** Cached station pages are removed, because they hold the old list of vehicles. */
function useOwnVehicleMutation<N extends 'addUserVehicle' | 'changeVehicle' | 'removeVehicle'>(
  name: N,
  options: { shouldAnnounce: boolean; atField?: boolean },
) {
  const queries = useQueryClient();
  return {
    ...mutation(name, options),
    onMutate: () => filteredDefault(queries),
    onSuccess: (_: unknown, __: unknown, before: string | undefined) => {
      queries.removeQueries({ queryKey: ['getCharger'] satisfies [CallName] });
      const refreshed = refresh(queries, 'getProfile', 'ownVehicles');
      void refreshed.then(() => updateVehicleFilter(queries, before));
      return refreshed;
    },
  };
}
