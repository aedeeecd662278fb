import type { CatalogueVehicle } from '../driver/vehicles.ts';

/** The battery in a model's name: `29.2 kWh`, `(72.6 kWh)`, `42 / 51.4 kWh`. */
const SIZE_IN_NAME = / \(?(?:[\d.]+ ?[/-] ?)?[\d.]+ kWh\)?/;

/**
 * The name of a model for a place that shows the size of its battery beside it: Tata Nexon EV Max / LR, not Tata Nexon
 * EV Max / LR 40.5 kWh. Makers may name the size of the whole battery where only a part can be used. When the size is
 * not known, the name keeps it, since nothing else may tell two models apart.
 */
export function nameBesideBattery(name: string, kwh: number | null | undefined): string {
  return kwh ? name.replace(SIZE_IN_NAME, '') : name;
}

/** The name of a model with the size of the battery that can be used, where makers name that of the whole battery. */
export function nameWithBattery(name: string, kwh: number): string {
  return name.replace(SIZE_IN_NAME, ` ${kwh} kWh`);
}

/**
 * The name of a vehicle of the catalogue in two parts, for a place that shows its battery and year beside them: Tata
 * Nexon EV, and what else tells it from others of its model: Max / LR.
 */
export function nameInParts({
  name,
  variant = '',
  battery_capacity: kwh,
  launch_year: year,
}: Pick<CatalogueVehicle, 'name' | 'variant' | 'battery_capacity' | 'launch_year'>): [model: string, variant: string] {
  if (variant === '' || !name.endsWith(` ${variant}`)) return [nameBesideBattery(name, kwh), ''];
  const words = nameBesideBattery(` ${variant}`, kwh).replaceAll(/[()]/g, '').split(' ');
  return [
    name.slice(0, -variant.length - 1),
    words
      .filter((word) => word !== String(kwh) && word !== String(year))
      .join(' ')
      .trim(),
  ];
}
