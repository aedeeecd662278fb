const inr = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' });
const whole = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR', maximumFractionDigits: 0 });
const plain = new Intl.NumberFormat('en-IN');

/** ₹1,240.00 */
export function rupees(amount: number): string {
  return inr.format(amount);
}

/** ₹1,240, without paise */
export function wholeRupees(amount: number): string {
  return whole.format(amount);
}

/** +₹1,000.00 or −₹265.31, with a true minus. */
export function signedRupees(amount: number, sign: '+' | '−'): string {
  return `${sign}${inr.format(Math.abs(amount))}`;
}

/** 1,490 */
export function count(number: number): string {
  return plain.format(number);
}
