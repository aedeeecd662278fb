import { api } from '@bijli/contract/api';
import type { Http } from '#http/calls/serve.ts';
import type { Vehicles } from './index.ts';
import { modelOnWire, ownVehicleOnWire } from './vehicle-wire.ts';

export function vehiclesRoutes({ serve }: Http, vehicles: Vehicles): void {
  serve(api.getAllVehicles, async () => {
    const groups = [...(await vehicles.listCatalogue())].map(
      ([group, models]) => [group, models.map(modelOnWire)] as const,
    );
    return { vehicles: Object.fromEntries(groups) };
  });

  serve(api.addUserVehicle, async ({ body, driverId, messages }) => {
    const { regno: registrationNumber, vehicle_id: modelId, default: isDefault } = body;
    await vehicles.addVehicle(driverId, { registrationNumber, modelId, isDefault });
    return { message: messages.done.vehicleAdded() };
  });

  serve(api.addDefaultVehicle, async ({ body, driverId, messages }) => {
    await vehicles.changeDefaultVehicle(driverId, Number(body.id));
    return { message: messages.done.defaultVehicleSet() };
  });

  serve(api.ownVehicles, async ({ driverId }) => ({
    vehicles: (await vehicles.listOfDriver(driverId)).map(ownVehicleOnWire),
  }));

  serve(api.changeVehicle, async ({ params, body, driverId, messages }) => {
    const { name, regno: registrationNumber, battery_capacity: batteryKwh, connector_types: connectorTypes } = body;
    const change = { name, registrationNumber, batteryKwh, connectorTypes };
    await vehicles.changeVehicle(driverId, Number(params.id), change);
    return { message: messages.done.vehicleChanged() };
  });

  serve(api.removeVehicle, async ({ params, driverId, messages }) => {
    await vehicles.removeVehicle(driverId, Number(params.id));
    return { message: messages.done.vehicleRemoved() };
  });
}
