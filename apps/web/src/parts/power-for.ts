import { currentOfPlug } from '@bijli/contract/charge-time';
import type { OfferedPlugs } from '@bijli/contract/station-plugs';
import type { DefaultVehicle } from '#api/vehicles.ts';

/**
 * kW that the vehicle gets at the station's main connector: the connector's power, or the vehicle's when that is lower.
 */
export function powerFor(
  { power, type }: OfferedPlugs,
  vehicle: Pick<DefaultVehicle, 'acPower' | 'dcPower'> | undefined,
): number | undefined {
  if (power === undefined || type === undefined) return power;
  const vehiclePower = currentOfPlug(type) === 'AC' ? vehicle?.acPower : vehicle?.dcPower;
  return Math.min(power, vehiclePower ?? power);
}
