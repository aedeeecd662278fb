import { useCallback } from 'react';
import { plugsFor } from '@bijli/contract/station-plugs';
import type { Station } from '@bijli/contract/stations';
import { useDefaultVehicle } from '#api/vehicles.ts';

/** Whether the default vehicle's plug is there. Everything fits as long as nobody knows of a plug, on either side. */
export function useFits(): (station: Station) => boolean {
  const types = useDefaultVehicle()?.types;
  return useCallback((station: Station) => plugsFor(station, types).fits, [types]);
}
