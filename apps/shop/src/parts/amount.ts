import { formatRupees, wholeRupees } from '@bijli/ui/format/money';

/** Rupees, with paise only if there are any. */
export const rupeesAndPaise = (amount: number): string =>
  (Number.isInteger(amount) ? wholeRupees : formatRupees)(amount);
