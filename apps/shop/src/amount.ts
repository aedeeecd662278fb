import { formatRupees, wholeRupees } from '@bijli/ui/format/money';

/** Rupees with paise where there are any. */
export const inPaise = (amount: number): string => (Number.isInteger(amount) ? wholeRupees : formatRupees)(amount);
