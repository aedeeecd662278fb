import { currentOfPlug } from '@bijli/contract/charge-time';
import type { DefaultVehicle } from '#api/vehicles.ts';

/** kW that a vehicle takes at a plug of this type, as far as both are known. */
export function takenBy(vehicle: DefaultVehicle | undefined, type: string | undefined): number | undefined {
  if (type === undefined) return undefined;
  return currentOfPlug(type) === 'AC' ? vehicle?.acPower : vehicle?.dcPower;
}
