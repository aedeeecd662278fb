import * as z from 'zod/mini';

/** A vehicle that chargers can be chosen for. */
export const shopCar = z.object({
  id: z.string(),
  name: z.string(),
  batteryKwh: z.number(),
  /** The most kW that the vehicle takes from AC and from DC. Null if no source is known. */
  acKw: z.nullable(z.number()),
  dcKw: z.nullable(z.number()),
});
export type ShopCar = z.infer<typeof shopCar>;

/** A vehicle that a charger fits, and its charge from 10 to 90 %. */
export const compatibleVehicle = z.object({
  name: z.string(),
  image: z.string(),
  batteryKwh: z.number(),
  /** Null if no source is known: the time is then that of an assumed power. */
  powerKw: z.nullable(z.number()),
  minutes: z.int(),
});
