/**
 * Money is integer paise everywhere inside Bijli. The driver's API uses rupees as plain numbers with at most two
 * decimals. Only these functions convert between the two.
 */

/** Rupees for the API from integer paise: 48852 → 488.52. */
export function rupees(paise: number): number {
  return paise / 100;
}

/** Integer paise from rupees of the API: 488.52 → 48852. */
export function nearestPaise(amount: number): number {
  return Math.round(amount * 100);
}

/**
 * Integer paise from rupees that somebody typed. Undefined if they are not a whole number of paise in the safe range.
 */
export function paiseOf(amount: number): number | undefined {
  const paise = nearestPaise(amount);
  return Number.isSafeInteger(paise) && Math.abs(paise - amount * 100) < 1e-6 ? paise : undefined;
}

/** `value / divisor` for non-negative integers, rounded half up, calculated with integers only. */
export function divideHalfUp(value: number, divisor: number): number {
  return Math.floor((2 * value + divisor) / (2 * divisor));
}
