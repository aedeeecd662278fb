/**
 * Money is integer paise everywhere inside Bijli. The driver API speaks rupees as plain numbers
 * (at most two decimals); these functions are the only crossing between the forms.
 */

/** Rupees, as the API sends them, from integer paise: 48852 → 488.52. */
export function rupees(paise: number): number {
  return paise / 100;
}

/** Integer paise from rupees of the API: 488.52 → 48852. */
export function nearestPaise(amount: number): number {
  return Math.round(amount * 100);
}

/** Integer paise from rupees that somebody typed, or `undefined` when the amount is not a whole number of paise in a safe range. */
export function paiseOf(amount: number): number | undefined {
  const paise = nearestPaise(amount);
  return Number.isSafeInteger(paise) && Math.abs(paise - amount * 100) < 1e-6 ? paise : undefined;
}

/** `value / divisor` for non-negative integers, rounded half up, in integers throughout. */
export function divideHalfUp(value: number, divisor: number): number {
  return Math.floor((2 * value + divisor) / (2 * divisor));
}
