import { divideHalfUp } from '../money.ts';

/**
 * An amount of money with its GST, for sessions, goods, refunds and credit notes. Integer paise. The total is the sum
 * of the other four.
 */
export interface TaxedAmount {
  /** Paise before tax. */
  taxablePaise: number;
  cgstPaise: number;
  sgstPaise: number;
  igstPaise: number;
  /** Paise to pay. */
  totalPaise: number;
}

/** Within the supplier's State CGST and SGST apply in equal halves, otherwise IGST (IGST Act, sections 7 and 8). */
export type SupplyKind = 'intra_state' | 'inter_state';

/**
 * Adds GST to an amount before tax. CGST and SGST are each rounded half up to the paisa, and IGST is their sum, so the
 * total does not depend on the payer's State.
 */
export function taxOn(taxablePaise: number, gstBasisPoints: number, supply: SupplyKind): TaxedAmount {
  const half = divideHalfUp(taxablePaise * gstBasisPoints, 2 * 10_000);
  return { taxablePaise, ...taxesOf(supply, half, 2 * half), totalPaise: taxablePaise + 2 * half };
}

/** Splits a price that includes GST. Each tax is rounded half up to the paisa. */
export function taxIncludedIn(totalPaise: number, gstBasisPoints: number, supply: SupplyKind): TaxedAmount {
  const part = (parts: 1 | 2) => divideHalfUp(totalPaise * gstBasisPoints, parts * (10_000 + gstBasisPoints));
  const tax = taxesOf(supply, part(2), part(1));
  return { taxablePaise: totalPaise - tax.cgstPaise - tax.sgstPaise - tax.igstPaise, ...tax, totalPaise };
}

/** The difference of two amounts, part by part. A supplementary invoice or a credit note is issued for it. */
export function taxedDifference(one: TaxedAmount, other: TaxedAmount): TaxedAmount {
  return {
    taxablePaise: Math.abs(one.taxablePaise - other.taxablePaise),
    cgstPaise: Math.abs(one.cgstPaise - other.cgstPaise),
    sgstPaise: Math.abs(one.sgstPaise - other.sgstPaise),
    igstPaise: Math.abs(one.igstPaise - other.igstPaise),
    totalPaise: Math.abs(one.totalPaise - other.totalPaise),
  };
}

/** The sum of amounts, part by part. */
export function taxedSum(amounts: TaxedAmount[]): TaxedAmount {
  const sumOf = (part: keyof TaxedAmount): number => amounts.reduce((sum, amount) => sum + amount[part], 0);
  return {
    taxablePaise: sumOf('taxablePaise'),
    cgstPaise: sumOf('cgstPaise'),
    sgstPaise: sumOf('sgstPaise'),
    igstPaise: sumOf('igstPaise'),
    totalPaise: sumOf('totalPaise'),
  };
}

function taxesOf(supply: SupplyKind, half: number, whole: number) {
  if (supply === 'inter_state') return { cgstPaise: 0, sgstPaise: 0, igstPaise: whole };
  return { cgstPaise: half, sgstPaise: half, igstPaise: 0 };
}
