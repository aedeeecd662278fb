import type { TaxedAmount } from '@bijli/contract/taxed-amount';
import type { Line } from './transfer.ts';

/** The lines that put what was earned, and the taxes on it, where they belong; none for parts of nothing. */
export function revenueLines({ taxablePaise, cgstPaise, sgstPaise, igstPaise }: TaxedAmount): Line[] {
  const lines: Line[] = [
    { account: { kind: 'revenue' }, amountPaise: taxablePaise },
    { account: { kind: 'cgst' }, amountPaise: cgstPaise },
    { account: { kind: 'sgst' }, amountPaise: sgstPaise },
    { account: { kind: 'igst' }, amountPaise: igstPaise },
  ];
  return lines.filter(({ amountPaise }) => amountPaise > 0);
}

/** The same lines taken back. */
export function reversedRevenueLines(amount: TaxedAmount): Line[] {
  return revenueLines(amount).map((line) => ({ ...line, amountPaise: -line.amountPaise }));
}
