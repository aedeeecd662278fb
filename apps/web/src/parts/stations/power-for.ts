import { assumedPower, currentOfPlug } from '@bijli/contract/charge-time';
import type { OfferedPlugs } from '@bijli/contract/station-plugs';
import type { DefaultVehicle } from '#api/vehicles.ts';
import type { WantedPlugs } from '#api/wanted-plugs.ts';

type VehiclePowers = Pick<DefaultVehicle, 'acPower' | 'dcPower'>;

/**
 * kW that the vehicle gets at the station's main connector: the connector's power, or the vehicle's when that is lower.
 */
export function powerFor({ power, type }: OfferedPlugs, vehicle: VehiclePowers | undefined): number | undefined {
  if (power === undefined || type === undefined) return power;
  return Math.min(power, powerAt(type, vehicle) ?? power);
}

/**
 * True when the power of the station's main connector is said with *up to*, because nobody knows what the driver's own
 * vehicle takes of it. A filter's connectors are not of a vehicle, so they have no name.
 */
export function isUpTo(plugs: OfferedPlugs, vehicle: WantedPlugs | undefined): boolean {
  return vehicle?.name !== undefined && mayTakeLessOf(plugs, vehicle);
}

/** True when a vehicle may take less at the station's main connector, because nobody knows what it takes. */
export function mayTakeLessOf({ power, type }: OfferedPlugs, vehicle: VehiclePowers): boolean {
  if (power === undefined || type === undefined || powerAt(type, vehicle) !== undefined) return false;
  return assumedPower({ current: currentOfPlug(type), connectorW: power * 1000 }) !== undefined;
}

function powerAt(type: string, vehicle: VehiclePowers | undefined): number | undefined {
  return currentOfPlug(type) === 'AC' ? vehicle?.acPower : vehicle?.dcPower;
}
