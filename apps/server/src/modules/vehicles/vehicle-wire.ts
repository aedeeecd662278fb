import type { CatalogueVehicle, OwnVehicle as OwnVehicleOnWire } from '@bijli/contract/vehicles';
import type { VehicleModel } from './vehicle-catalogue.ts';
import type { DriverVehicle } from './vehicles.store.ts';

export function modelOnWire(model: VehicleModel): CatalogueVehicle {
  const { id, name, brand, variant, launchYear, image, batteryWh, connectorTypes } = model;
  return {
    id,
    name,
    brand,
    ...(variant !== null && { variant }),
    ...(launchYear !== null && { launch_year: launchYear }),
    vehicle_image: image,
    battery_capacity: batteryWh === null ? null : batteryWh / 1000,
    ...(connectorTypes.length > 0 ? { connector_types: connectorTypes } : {}),
  };
}

export function ownVehicleOnWire(vehicle: DriverVehicle): OwnVehicleOnWire {
  const toTell: NonNullable<OwnVehicleOnWire['for_driver_to_tell']> = [];
  if (!vehicle.isBatteryKnown) toTell.push('battery_capacity');
  if (!vehicle.areConnectorsKnown) toTell.push('connector_types');
  return {
    id: String(vehicle.id),
    vehicle_id: vehicle.modelId,
    vehicle_name: vehicle.name,
    ...(vehicle.name !== vehicle.modelName && { model_name: vehicle.modelName }),
    vehicle_image: vehicle.image,
    vehicle_registration_number: vehicle.registrationNumber,
    default: vehicle.isDefault ? 1 : 0,
    ...(vehicle.batteryWh === null ? {} : { battery_capacity: vehicle.batteryWh / 1000 }),
    ...(vehicle.acMaxW === null ? {} : { ac_max_power: vehicle.acMaxW / 1000 }),
    ...(vehicle.dcMaxW === null ? {} : { dc_max_power: vehicle.dcMaxW / 1000 }),
    ...(vehicle.connectorTypes.length > 0 ? { connector_types: vehicle.connectorTypes } : {}),
    ...(toTell.length > 0 && { for_driver_to_tell: toTell }),
  };
}
