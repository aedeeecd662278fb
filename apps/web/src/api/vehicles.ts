import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallName } from '@bijli/contract/api';
import { asked, mutation, refresh } from './query.ts';

/** Connector types of the default vehicle, separated by `|`; empty when there is none or they are not known. */
export function useDefaultPlugs() {
  return useQuery({
    ...asked('getProfile', {}),
    meta: { quiet: true },
    select: ({ profile }) => profile.vehicle?.connector_types?.join('|') ?? '',
  });
}

/** The catalogue by group. */
export function useCatalogue() {
  return useQuery({ ...asked('getAllVehicles', {}), staleTime: 3_600_000, select: (answer) => answer.vehicles });
}

/** Adds a vehicle of the catalogue. What a station's page knew of the driver's vehicles is not shown again. */
export function useAddVehicle() {
  const queries = useQueryClient();
  return useMutation({
    ...mutation('addUserVehicle', { announce: true }),
    onSuccess: () => {
      queries.removeQueries({ queryKey: ['getCharger'] satisfies [CallName] });
      return refresh(queries, 'getProfile');
    },
  });
}

/** Makes one of the driver's own vehicles the default; the station is loaded again. */
export function useChooseVehicle() {
  const queries = useQueryClient();
  return useMutation({
    ...mutation('addDefaultVehicle', { announce: true }),
    onSuccess: () => refresh(queries, 'getCharger', 'getProfile'),
  });
}
