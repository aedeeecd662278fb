/** A thin space: the unit is close to its figure, and no line break can separate them. */
const THIN_NO_BREAK = '\u202F';

/** A figure with its unit: 12 kWh, 41.8 kW, 27 min. Percent and ₹/kWh have no space. */
export function withUnit(figure: number | string, unit: string): string {
  return `${figure}${THIN_NO_BREAK}${unit}`;
}

/** kWh with two or three decimals, because whole Wh are billed: 13.26, 0.172. */
export function exactUnits(kwh: number): string {
  return kwh.toFixed(3).replace(/0$/, '');
}
