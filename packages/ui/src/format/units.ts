/** As wide as a hair: a unit stands close to its figure, and no line breaks between them. */
const THIN_NO_BREAK = '\u202F';

/** A figure with its unit: 12 kWh, 41.8 kW, 27 min. Percent and ₹/kWh stand without any space. */
export function withUnit(figure: number | string, unit: string): string {
  return `${figure}${THIN_NO_BREAK}${unit}`;
}

/** kWh to the Wh that they are billed by: 13.26, 0.172. */
export function exactUnits(kwh: number): string {
  return kwh.toFixed(3).replace(/0$/, '');
}
