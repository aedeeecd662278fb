import type { OwnVehicle } from '@bijli/contract/vehicles';
import type { Messages } from '#messages/messages.ts';

/** Battery and plugs of a vehicle: 45 kWh · CCS2, Type 2. No plugs that are known is told, no battery is not; what the driver told is marked. */
export function ownVehicleDetails(vehicle: OwnVehicle, messages: Messages['vehicles']): string {
  const { battery_capacity: kwh, connector_types: types = [], for_driver_to_tell: open = [] } = vehicle;
  const isTold = open.some((fact) => vehicle[fact] !== undefined);
  return messages.details(
    kwh === undefined ? '' : messages.battery(kwh),
    plugsInWords(types, messages),
    isTold ? messages.own.asTold : '',
  );
}

/** Whether the driver can tell its plug, and has not. */
export function isPlugUnknown({ connector_types: types = [], for_driver_to_tell: open = [] }: OwnVehicle): boolean {
  return types.length === 0 && open.includes('connector_types');
}

/** The name of a model without the size of its battery, which stands beside it: Tata Nexon EV Max / LR, not Tata Nexon EV Max / LR 40.5 kWh. */
export function nameBesideBattery(name: string, kwh: number | null | undefined): string {
  // Within the name of a model it is written with plain spaces.
  const size = kwh ? ['', kwh, 'kWh'].join(' ') : '';
  return name.replace(size, '');
}

export const plugsInWords = (types: readonly string[] = [], messages: Messages['vehicles']): string =>
  types.length > 0 ? types.join(', ') : messages.plugUnknown;
