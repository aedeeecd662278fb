import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { wantedTypes } from '@bijli/contract/station-plugs';
import { useStationFilter } from '#device/stored-filter.ts';
import { queryOf } from './query.ts';
import { type DefaultVehicle, useDefaultVehicle } from './vehicles.ts';

/** What stations are looked at for: connector types, and the power that the driver's car takes from them. */
export interface WantedPlugs extends Omit<DefaultVehicle, 'name'> {
  /** The car's name. Undefined if the filter asks for other types than those that fit it. */
  name?: string;
}

/**
 * Hook: the plugs that the filter asks for, otherwise those that fit the driver's car. Undefined when any will do. It
 * is the same object until it changes.
 */
export function useWantedPlugs(): WantedPlugs | undefined {
  const [{ connectors, vehicle: ids, current: currents }] = useStationFilter();
  const car = useDefaultVehicle();
  const { data: vehicles } = useQuery({
    ...queryOf('ownVehicles', {}),
    enabled: ids !== undefined,
    meta: { isQuiet: true },
    select: (answer) => answer.vehicles,
  });
  return useMemo(() => {
    const chosen = ids && vehicles?.filter(({ id }) => ids.includes(id));
    const types = wantedTypes(
      { connectors, vehicles: chosen?.flatMap(({ connector_types: own = [] }) => own), currents },
      car?.types,
    );
    if (types.length === 0) return undefined;
    return car && areSame(types, car.types) ? car : { types: [...types], ...(!ids && powersOf(car)) };
  }, [connectors, ids, currents, vehicles, car]);
}

function areSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((type) => others.includes(type));
}

function powersOf({ acPower, dcPower }: Pick<DefaultVehicle, 'acPower' | 'dcPower'> = {}) {
  return { acPower, dcPower };
}
