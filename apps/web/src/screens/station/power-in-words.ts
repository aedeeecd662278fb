import { assumedPower } from '@bijli/contract/charge-time';
import type { Charger } from '@bijli/contract/chargers';
import type { OwnVehicle } from '@bijli/contract/vehicles';
import type { Messages } from '#messages/en.ts';
import { carAt } from './charge-sheet/estimate-facts.ts';
import { type ConnectorOfCharger, kilowattsTaken, powerOf } from './selectable.ts';
import { fits } from './station-state.ts';

type Words = Messages['station'];

/** The connector's power, or the power for the vehicle when that takes less. It is "up to" where nobody knows. */
export function powerInWords(chosen: ConnectorOfCharger, vehicle: OwnVehicle | undefined, words: Words): string {
  const gives = words.kilowatts(powerOf(chosen));
  const limit = limitOf(chosen, vehicle);
  if (limit === undefined) return gives;
  return limit === 'unknown' ? words.upTo(gives) : words.forCar(words.kilowatts(limit));
}

/** What the driver's vehicle gets of the connector's power, where that is known to be less. */
export function powerForCar(
  chosen: ConnectorOfCharger,
  vehicle: OwnVehicle | undefined,
  words: Words,
): string | undefined {
  const limit = limitOf(chosen, vehicle);
  return typeof limit === 'number' ? words.forCar(words.kilowatts(limit)) : undefined;
}

/** True when the driver's vehicle may take less of this charger, because nobody knows what it takes. */
export function mayTakeLess(charger: Charger, vehicle: OwnVehicle | undefined): boolean {
  return charger.connectors.some((connector) => limitOf({ charger, connector }, vehicle) === 'unknown');
}

/**
 * kW that the vehicle takes where that is less than the connector gives. Unknown where no source tells it and the
 * estimates assume less, for a vehicle that is known to fit.
 */
function limitOf(chosen: ConnectorOfCharger, vehicle: OwnVehicle | undefined): number | 'unknown' | undefined {
  const types = vehicle?.connector_types ?? [];
  if (!fits(chosen.connector, types)) return undefined;
  const takes = kilowattsTaken(chosen, vehicle);
  if (takes !== undefined) return takes < powerOf(chosen) ? takes : undefined;
  return types.length > 0 && assumedPower(carAt(chosen, vehicle)) !== undefined ? 'unknown' : undefined;
}
