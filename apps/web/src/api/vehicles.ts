import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallName } from '@bijli/contract/api';
import { HOUR_MS } from '#device/durations.ts';
import { queryOf, mutation, refresh } from './query.ts';

/** Which tells the default vehicle too. */
export function ownProfile() {
  return { ...queryOf('getProfile', {}), meta: { isQuiet: true } };
}

/** `acPower`, `dcPower`: kW that it takes, where a source vouches for the figure. */
export interface DefaultVehicle {
  name: string;
  types: string[];
  acPower?: number | undefined;
  dcPower?: number | undefined;
}

/** What the default vehicle is called and which connector types fit it; nothing when there is none or they are not known. */
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

/** Whether the driver is known to have no vehicle; asked for only when it `isWanted`. */
export function useHasNoVehicle(isWanted: boolean): boolean {
  const { data } = useQuery({ ...ownProfile(), enabled: isWanted, select: ({ profile }) => !profile.vehicle });
  return data ?? false;
}

/** What the filter knows the default vehicle by; asked for only when it `isWanted`. */
export function useDefaultVehicleId(isWanted: boolean): string | undefined {
  const { data } = useQuery({
    ...queryOf('ownVehicles', {}),
    enabled: isWanted,
    meta: { isQuiet: true },
    select: ({ vehicles }) => vehicles.find((vehicle) => vehicle.default === 1)?.id,
  });
  return data;
}

/** The driver's vehicles whose plug nobody knows and the driver can tell. */
export function useVehiclesWithoutPlug() {
  const { data = [] } = useQuery({
    ...queryOf('ownVehicles', {}),
    meta: { isQuiet: true },
    select: ({ vehicles }) =>
      vehicles.filter((own) => !own.connector_types?.length && own.for_driver_to_tell?.includes('connector_types')),
  });
  return data;
}

/** The driver's own vehicles, the default first. */
export function useOwnVehicles() {
  return useQuery({ ...queryOf('ownVehicles', {}), select: ({ vehicles }) => vehicles });
}

/** Without its battery and what else the model is sold as: Tata Nexon EV Prime, not Tata Nexon EV Prime / MR 30.2 kWh. */
function shortName(name: string): string {
  return name.replace(/ \/ .*$| [\d.]+ kWh$/, '');
}

/** The catalogue by group. */
export function useCatalogue() {
  return useQuery({ ...queryOf('getAllVehicles', {}), staleTime: HOUR_MS, select: (answer) => answer.vehicles });
}

/** Adds a vehicle of the catalogue. What a station's page knew of the driver's vehicles is not shown again. */
export function useAddVehicle() {
  const queries = useQueryClient();
  return useMutation({
    ...mutation('addUserVehicle', { shouldAnnounce: true }),
    onSuccess: () => {
      queries.removeQueries({ queryKey: ['getCharger'] satisfies [CallName] });
      return refresh(queries, 'getProfile', 'ownVehicles');
    },
  });
}

/** Makes one of the driver's own vehicles the default; the station is loaded again. */
export function useChooseVehicle() {
  const queries = useQueryClient();
  return useMutation({
    ...mutation('addDefaultVehicle', { shouldAnnounce: true }),
    onSuccess: () => refresh(queries, 'getCharger', 'getProfile', 'ownVehicles'),
  });
}

/** Changes the name or the number plate of one of the driver's own vehicles; what is refused is for its field to say. */
export function useChangeVehicle() {
  return useMutation(useOwnVehicleMutation('changeVehicle', { shouldAnnounce: true, atField: true }));
}

/** Removes one of the driver's own vehicles. */
export function useRemoveVehicle() {
  return useMutation(useOwnVehicleMutation('removeVehicle', { shouldAnnounce: true }));
}

function useOwnVehicleMutation<N extends 'changeVehicle' | 'removeVehicle'>(
  name: N,
  options: { shouldAnnounce: boolean; atField?: boolean },
) {
  const queries = useQueryClient();
  return {
    ...mutation(name, options),
    onSuccess: () => {
      queries.removeQueries({ queryKey: ['getCharger'] satisfies [CallName] });
      return refresh(queries, 'getProfile', 'ownVehicles');
    },
  };
}
