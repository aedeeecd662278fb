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
