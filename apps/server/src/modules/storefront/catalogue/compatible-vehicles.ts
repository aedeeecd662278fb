import { carPower } from '@bijli/contract/charge-time';
import { nameBesideBattery, nameWithBattery } from '@bijli/contract/model-name';
import type { ShopCar } from '@bijli/contract/shop-cars';
import type { CompatibleVehicle } from '@bijli/contract/shop-page';
import { chargeMinutesBetween, fitsVehicle, powerBetween, VEHICLE_CONNECTORS } from '@bijli/contract/shop-rules';
import type { Product } from '@bijli/contract/storefront';

/** The facts about a vehicle that the shop uses. */
export interface ShopVehicle {
  id: string;
  name: string;
  image: string;
  batteryWh: number;
  /** Types of its inlets, with the names of the vehicle catalogue. */
  connectorTypes: string[];
  /** AC power that its on-board charger takes, in W. Null if no source confirms it. */
  acMaxW: number | null;
  /** DC power that its battery takes, in W. Null if no source confirms it. */
  dcMaxW: number | null;
}

const MAX_VEHICLES_SHOWN = 6;

/**
 * The vehicles that can charge at a charger, with the time that they need, selected to cover all battery sizes. Empty
 * for a service.
 */
export function compatibleVehicles(product: Product, vehicles: ShopVehicle[]): CompatibleVehicle[] {
  if (product.max_output === 0) return [];
  const compatible = vehicles
    .filter(({ connectorTypes }) => fitsVehicle(product, connectorTypes))
    .filter((vehicle) => hasEstimate(vehicle, product))
    .map((vehicle) => withTime(vehicle, product))
    .toSorted((a, b) => a.batteryKwh - b.batteryKwh);
  if (compatible.length <= MAX_VEHICLES_SHOWN) return compatible;
  const step = (compatible.length - 1) / (MAX_VEHICLES_SHOWN - 1);
  return Array.from({ length: MAX_VEHICLES_SHOWN }, (_, index) => compatible[Math.round(index * step)]).filter(
    (one) => one !== undefined,
  );
}

const powerOf = ({ acMaxW, dcMaxW }: ShopVehicle, { category }: Product): number | null =>
  category === 'dc' ? dcMaxW : acMaxW;

/**
 * True unless nothing can be assumed for a vehicle of unknown power. At DC a battery of any size is full in an hour,
 * but the on-board chargers of small vehicles are weaker than that.
 */
function hasEstimate(vehicle: ShopVehicle, product: Product): boolean {
  const isDc = product.category === 'dc';
  return isDc || powerOf(vehicle, product) !== null || vehicle.batteryWh >= carPower({ current: 'AC' });
}

function withTime(vehicle: ShopVehicle, product: Product): CompatibleVehicle {
  const car = shopCarOf(vehicle);
  return {
    name: nameBesideBattery(car.name, car.batteryKwh),
    image: vehicle.image,
    batteryKwh: car.batteryKwh,
    powerKw: powerOf(vehicle, product) === null ? null : powerBetween(product, car),
    minutes: chargeMinutesBetween(product, car),
  };
}

/** Converts a vehicle to its form on the shop's pages. */
export function shopCarOf({ id, name, batteryWh, acMaxW, dcMaxW }: ShopVehicle): ShopCar {
  const inKw = (watts: number | null): number | null => (watts === null ? null : watts / 1000);
  const batteryKwh = batteryWh / 1000;
  return { id, name: nameWithBattery(name, batteryKwh), batteryKwh, acKw: inKw(acMaxW), dcKw: inKw(dcMaxW) };
}

/** The `Type` of products that fit a vehicle. Empty if the vehicle does not exist. */
export function connectorTypesFor(vehicleId: string, vehicles: ShopVehicle[]): string[] {
  const inlets = vehicles.find(({ id }) => id === vehicleId)?.connectorTypes ?? [];
  const own = new Set(inlets);
  const known = Object.keys(VEHICLE_CONNECTORS).filter((type) => own.has(VEHICLE_CONNECTORS[type] ?? ''));
  return [...new Set([...known, ...inlets])];
}
