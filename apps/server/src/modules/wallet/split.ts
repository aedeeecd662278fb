import { taxedDifference, type TaxedAmount } from '@bijli/contract/taxed-amount';

/**
 * Splits an amount into the part that `paise` pay for and the rest. They pay the taxable amount first, then the taxes.
 */
export function splitAmount(whole: TaxedAmount, paise: number): { paid: TaxedAmount; rest: TaxedAmount } {
  let left = paise;
  const take = (part: number): number => {
    const share = Math.min(part, left);
    left -= share;
    return share;
  };
  const { taxablePaise, cgstPaise, sgstPaise, igstPaise, totalPaise } = whole;
  const paid: TaxedAmount = {
    taxablePaise: take(taxablePaise),
    cgstPaise: take(cgstPaise),
    sgstPaise: take(sgstPaise),
    igstPaise: take(igstPaise),
    totalPaise: Math.min(paise, totalPaise),
  };
  return { paid, rest: taxedDifference(whole, paid) };
}

/** Throws if an amount is not in whole, non-negative paise, or its total is not the sum of its parts. */
export function assertTaxedAmount(amount: TaxedAmount): void {
  const { taxablePaise, cgstPaise, sgstPaise, igstPaise, totalPaise } = amount;
  const parts = [taxablePaise, cgstPaise, sgstPaise, igstPaise];
  const isSound = parts.every((part) => Number.isSafeInteger(part) && part >= 0);
  if (!isSound || parts.reduce((sum, part) => sum + part) !== totalPaise) {
    throw new Error(`This is not an amount with its taxes: ${JSON.stringify(amount)}`);
  }
}
