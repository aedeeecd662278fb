import * as z from 'zod/mini';
import { done, driverCall, ownCall } from '../endpoint.ts';
import { shownText } from '../text/shown-text.ts';

/** The longest name of a vehicle, in characters. */
export const MAX_VEHICLE_NAME_LENGTH = 30;

/** Connector types that a driver can choose for a vehicle, spelled as stations spell them. */
export const VEHICLE_CONNECTOR_TYPES = [
  'CCS2',
  'Type 2',
  'CHAdeMO',
  'Bharat DC-001',
  'Bharat AC-001',
  'LEV DC',
  'LEV AC',
  '15A socket',
] as const;

/** The largest battery that a driver can enter, in kWh. Trucks have it. */
export const MAX_BATTERY_KWH = 1000;

export const ownVehicle = z.object({
  id: z.string(),
  vehicle_id: z.string(),
  /** The driver's name for the vehicle, or the name of its model. */
  vehicle_name: z.string(),
  /** Only when the driver has named the vehicle differently. */
  model_name: z.optional(z.string()),
  vehicle_image: z.string(),
  vehicle_registration_number: z.string(),
  /** 1 for the default vehicle, otherwise 0. */
  default: z.union([z.literal(0), z.literal(1)]),
  /** kWh. Missing when no source is known for the figure. */
  battery_capacity: z.optional(z.number()),
  /**
   * Highest power that the vehicle takes from AC, in kW. `dc_max_power` is the same for DC. Missing when no source is
   * known for the figure.
   */
  ac_max_power: z.optional(z.number()),
  dc_max_power: z.optional(z.number()),
  /** Connector types that fit, spelled as stations spell them. */
  connector_types: z.optional(z.array(z.string())),
  /** Fields for which no source is known. If such a field has a value, the driver entered it. */
  for_driver_to_tell: z.optional(z.array(z.enum(['battery_capacity', 'connector_types']))),
});
export type OwnVehicle = z.infer<typeof ownVehicle>;

export const catalogueVehicle = z.object({
  id: z.string(),
  name: z.string(),
  vehicle_image: z.string(),
  /** kWh. Null if no source is known for the figure. */
  battery_capacity: z.nullable(z.number()),
  brand: z.optional(z.string()),
  /** The end of the name, which tells it from others of its model: `Max / LR 40.5 kWh`. */
  variant: z.optional(z.string()),
  /** The year in which it came onto the market. */
  launch_year: z.optional(z.int()),
  connector_types: z.optional(z.array(z.string())),
});
export type CatalogueVehicle = z.infer<typeof catalogueVehicle>;

export const vehicles = {
  getAllVehicles: driverCall('GET', '/get-all-vehicles', {
    area: 'vehicles',
    limit: 'read',
    summary: 'The catalogue of electric vehicles by group.',
    reply: z.object({ success: z.literal(true), vehicles: z.record(z.string(), z.array(catalogueVehicle)) }),
  }),
  addUserVehicle: driverCall('POST', '/add-user-vehicle', {
    area: 'vehicles',
    limit: 'write',
    summary: "Adds a vehicle to the driver's own; the first one, or one that is to be, becomes the default.",
    body: z.object({ regno: z.string(), vehicle_id: z.string(), default: z.optional(z.boolean()) }),
    reply: done,
  }),
  addDefaultVehicle: driverCall('POST', '/add-default-vehicle', {
    area: 'vehicles',
    limit: 'write',
    summary: "Makes one of the driver's vehicles the default.",
    body: z.object({ id: z.string() }),
    reply: done,
  }),
  ownVehicles: ownCall('GET', '/api-v1/user/vehicles', {
    area: 'vehicles',
    limit: 'read',
    summary: "The driver's own vehicles in the order they were added.",
    reply: z.object({ success: z.literal(true), vehicles: z.array(ownVehicle) }),
  }),
  changeVehicle: ownCall('POST', '/api-v1/user/vehicles/:id', {
    area: 'vehicles',
    limit: 'write',
    summary:
      "Changes what one of the driver's vehicles is called (an empty name gives it that of its model), its registration number, or what the catalogue does not know of it.",
    params: z.object({ id: z.string() }),
    body: z.object({
      /** At most MAX_VEHICLE_NAME_LENGTH characters. */
      name: z.optional(shownText),
      regno: z.optional(z.string()),
      /**
       * kWh, at most MAX_BATTERY_KWH. Null removes the driver's entry. Both fields apply only until the catalogue has a
       * figure.
       */
      battery_capacity: z.optional(z.nullable(z.number())),
      connector_types: z.optional(z.array(z.enum(VEHICLE_CONNECTOR_TYPES))),
    }),
    reply: done,
  }),
  removeVehicle: ownCall('DELETE', '/api-v1/user/vehicles/:id', {
    area: 'vehicles',
    limit: 'write',
    summary:
      "Removes one of the driver's vehicles. Past charges still name it; another one becomes the default if need be.",
    params: z.object({ id: z.string() }),
    reply: done,
  }),
};
