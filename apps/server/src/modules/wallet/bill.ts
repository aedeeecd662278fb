import type { Line } from './transfer.ts';

/** What a charge costs. Integer paise; the total is the sum of the three. */
export interface Bill {
  amountPaise: number;
  cgstPaise: number;
  sgstPaise: number;
}

export function totalOf(bill: Bill): number {
  return bill.amountPaise + bill.cgstPaise + bill.sgstPaise;
}

/** The lines that put a bill where it belongs; none for parts of nothing. */
export function earnings(bill: Bill): Line[] {
  const lines: Line[] = [
    { account: { kind: 'revenue' }, amountPaise: bill.amountPaise },
    { account: { kind: 'cgst' }, amountPaise: bill.cgstPaise },
    { account: { kind: 'sgst' }, amountPaise: bill.sgstPaise },
  ];
  return lines.filter((line) => line.amountPaise > 0);
}

/** Splits a bill into the part that `paise` pays for and the rest; taxes come after the amount. */
export function splitBill(bill: Bill, paise: number): { paid: Bill; rest: Bill } {
  const amountPaise = Math.min(bill.amountPaise, paise);
  const cgstPaise = Math.min(bill.cgstPaise, paise - amountPaise);
  const sgstPaise = Math.min(bill.sgstPaise, paise - amountPaise - cgstPaise);
  return {
    paid: { amountPaise, cgstPaise, sgstPaise },
    rest: {
      amountPaise: bill.amountPaise - amountPaise,
      cgstPaise: bill.cgstPaise - cgstPaise,
      sgstPaise: bill.sgstPaise - sgstPaise,
    },
  };
}

/** Throws for a bill that is not of whole, non-negative paise. */
export function checkBill(bill: Bill): void {
  const parts = [bill.amountPaise, bill.cgstPaise, bill.sgstPaise];
  if (!parts.every((part) => Number.isSafeInteger(part) && part >= 0)) {
    throw new Error(`This is not a bill: ${JSON.stringify(bill)}`);
  }
}
