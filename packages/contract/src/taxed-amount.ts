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

/**
 * Adds GST to an amount before tax. CGST and SGST are rounded half up to the paisa each, and IGST is both together: the total
 * is the same wherever the payer is registered.
 */
export function taxOn(taxablePaise: number, gstBasisPoints: number, supply: SupplyKind): TaxedAmount {
  const half = divideHalfUp(taxablePaise * gstBasisPoints, 2 * 10_000);
  return { taxablePaise, ...taxesOf(supply, half, 2 * half), totalPaise: taxablePaise + 2 * half };
}

/** Takes the GST out of a price that includes it. Each tax is rounded half up to the paisa. */
export function taxIncludedIn(totalPaise: number, gstBasisPoints: number, supply: SupplyKind): TaxedAmount {
  const part = (parts: 1 | 2) => divideHalfUp(totalPaise * gstBasisPoints, parts * (10_000 + gstBasisPoints));
  const tax = taxesOf(supply, part(2), part(1));
  return { taxablePaise: totalPaise - tax.cgstPaise - tax.sgstPaise - tax.igstPaise, ...tax, totalPaise };
}

/** How far two amounts are apart, part by part: what a supplementary invoice or a credit note is over. */
export function taxedDifference(one: TaxedAmount, other: TaxedAmount): TaxedAmount {
  return {
    taxablePaise: Math.abs(one.taxablePaise - other.taxablePaise),
    cgstPaise: Math.abs(one.cgstPaise - other.cgstPaise),
    sgstPaise: Math.abs(one.sgstPaise - other.sgstPaise),
    igstPaise: Math.abs(one.igstPaise - other.igstPaise),
    totalPaise: Math.abs(one.totalPaise - other.totalPaise),
  };
}

function taxesOf(supply: SupplyKind, half: number, whole: number) {
  if (supply === 'inter_state') return { cgstPaise: 0, sgstPaise: 0, igstPaise: whole };
  return { cgstPaise: half, sgstPaise: half, igstPaise: 0 };
}
