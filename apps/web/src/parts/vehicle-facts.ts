import type { OwnVehicle } from '@bijli/contract/vehicles';
import type { Messages } from '#messages/messages.ts';

/** Battery and plugs of a vehicle, as far as they are known: 45 kWh · CCS2, Type 2 */
export function ownVehicleFacts(vehicle: OwnVehicle, messages: Messages['vehicles']): string {
  const { battery_capacity: kwh, connector_types: types = [] } = vehicle;
  return messages.facts(kwh === undefined ? '' : messages.battery(kwh), types.join(', '));
}
