import { api } from '@bijli/contract/api';
import type { CatalogueVehicle } from '@bijli/contract/vehicles';
import type { Http } from '#http/handle.ts';
import type { VehicleModel, Vehicles } from './index.ts';

export function vehiclesRoutes({ serve }: Http, vehicles: Vehicles): void {
  serve(api.getAllVehicles, async () => {
    const groups = [...(await vehicles.catalogue())].map(([group, models]) => [group, models.map(onWire)] as const);
    return { vehicles: Object.fromEntries(groups) };
  });

  serve(api.addUserVehicle, async ({ body, driverId, messages }) => {
    await vehicles.add(driverId, { registrationNumber: body.regno, modelId: body.vehicle_id });
    return { message: messages.done.vehicleAdded() };
  });

  serve(api.addDefaultVehicle, async ({ body, driverId, messages }) => {
    await vehicles.setDefault(driverId, Number(body.id));
    return { message: messages.done.defaultVehicleSet() };
  });
}

function onWire({ id, name, image, batteryWh, brand, connectorTypes }: VehicleModel): CatalogueVehicle {
  return {
    id,
    name,
    brand,
    vehicle_image: image,
    battery_capacity: batteryWh === null ? null : batteryWh / 1e3,
    ...(connectorTypes.length > 0 ? { connector_types: connectorTypes } : {}),
  };
}
