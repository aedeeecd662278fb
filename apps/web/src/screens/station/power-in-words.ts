import type { OwnVehicle } from '@bijli/contract/vehicles';
import type { Messages } from '#messages/en.ts';
import { type ConnectorOfCharger, powerOf, kilowattsTaken } from './selectable.ts';

/** The connector's power or, when the vehicle takes less, the power for that vehicle. */
export function powerInWords(
  chosen: ConnectorOfCharger,
  vehicle: OwnVehicle | undefined,
  { kilowatts, forCar }: Messages['station'],
): string {
  const gives = powerOf(chosen);
  const takes = kilowattsTaken(chosen, vehicle) ?? gives;
  return takes < gives ? forCar(kilowatts(takes)) : kilowatts(gives);
}
