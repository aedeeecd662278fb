import type { OwnVehicle } from '@bijli/contract/vehicles';
import type { Messages } from '#messages/messages.ts';

/**
 * Battery and connector types of a vehicle: 45 kWh · CCS2, Type 2. Unknown types are mentioned, an unknown battery is
 * not. Facts that the driver entered are marked.
 */
export function ownVehicleDetails(vehicle: OwnVehicle, messages: Messages['vehicles']): string {
  const { battery_capacity: kwh, connector_types: types = [], for_driver_to_tell: open = [] } = vehicle;
  const isTold = open.some((fact) => vehicle[fact] !== undefined);
  return messages.details(
    kwh === undefined ? '' : messages.battery(kwh),
    plugsInWords(types, messages),
    isTold ? messages.own.asTold : '',
  );
}

/** True when the driver could add the connector type and has not. */
export function isPlugUnknown({ connector_types: types = [], for_driver_to_tell: open = [] }: OwnVehicle): boolean {
  return types.length === 0 && open.includes('connector_types');
}

export const plugsInWords = (types: readonly string[] = [], messages: Messages['vehicles']): string =>
  types.length > 0 ? types.map(withoutBreak).join(', ') : messages.plugUnknown;

/** A type stays on one line. */
const withoutBreak = (type: string) => type.replaceAll(' ', '\u00A0');
