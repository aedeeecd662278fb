import type { TaxedAmount } from '@bijli/contract/taxed-amount';
import type { Line } from './transfer.ts';

/** The lines that post revenue and its taxes to their accounts. A part of 0 has no line. */
export function revenueLines({ taxablePaise, cgstPaise, sgstPaise, igstPaise }: TaxedAmount): Line[] {
  const lines: Line[] = [
    { account: { kind: 'revenue' }, amountPaise: taxablePaise },
    { account: { kind: 'cgst' }, amountPaise: cgstPaise },
    { account: { kind: 'sgst' }, amountPaise: sgstPaise },
    { account: { kind: 'igst' }, amountPaise: igstPaise },
  ];
  return lines.filter(({ amountPaise }) => amountPaise > 0);
}

/** The lines that reverse `revenueLines`. */
export function reversedRevenueLines(amount: TaxedAmount): Line[] {
  return revenueLines(amount).map((line) => ({ ...line, amountPaise: -line.amountPaise }));
}
