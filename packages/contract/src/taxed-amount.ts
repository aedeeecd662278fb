import { divideHalfUp } from './money.ts';

/**
 * An amount of money with the GST on it, of sessions, goods, refunds and credit notes alike. Integer paise; the total is the
 * sum of the other four.
 */
export interface TaxedAmount {
  /** Before tax. */
  taxablePaise: number;
  cgstPaise: number;
  sgstPaise: number;
  igstPaise: number;
  /** What is paid. */
  totalPaise: number;
}

/** Inside the supplier's State CGST and SGST are due in equal halves, elsewhere IGST (IGST Act, sections 7 and 8). */
export type SupplyKind = 'intra_state' | 'inter_state';

/** Adds GST to an amount before tax. Each tax is rounded half up to the paisa. */
export function taxOn(taxablePaise: number, gstBasisPoints: number, supply: SupplyKind): TaxedAmount {
  const tax = taxesOf(supply, (parts) => divideHalfUp(taxablePaise * gstBasisPoints, parts * 10_000));
  return { taxablePaise, ...tax, totalPaise: taxablePaise + tax.cgstPaise + tax.sgstPaise + tax.igstPaise };
}

/** Takes the GST out of a price that includes it. Each tax is rounded half up to the paisa. */
export function taxWithin(totalPaise: number, gstBasisPoints: number, supply: SupplyKind): TaxedAmount {
  const divisor = 10_000 + gstBasisPoints;
  const tax = taxesOf(supply, (parts) => divideHalfUp(totalPaise * gstBasisPoints, parts * divisor));
  return { taxablePaise: totalPaise - tax.cgstPaise - tax.sgstPaise - tax.igstPaise, ...tax, totalPaise };
}

/** How far two amounts are apart, part by part: what a supplementary invoice or a credit note is over. */
export function differenceOf(one: TaxedAmount, other: TaxedAmount): TaxedAmount {
  return {
    taxablePaise: Math.abs(one.taxablePaise - other.taxablePaise),
    cgstPaise: Math.abs(one.cgstPaise - other.cgstPaise),
    sgstPaise: Math.abs(one.sgstPaise - other.sgstPaise),
    igstPaise: Math.abs(one.igstPaise - other.igstPaise),
    totalPaise: Math.abs(one.totalPaise - other.totalPaise),
  };
}

/** `part(n)` is an n-th of the whole tax. */
function taxesOf(supply: SupplyKind, part: (parts: 1 | 2) => number) {
  if (supply === 'inter_state') return { cgstPaise: 0, sgstPaise: 0, igstPaise: part(1) };
  return { cgstPaise: part(2), sgstPaise: part(2), igstPaise: 0 };
}
