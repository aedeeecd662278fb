import { divideHalfUp } from '@bijli/contract/money';

/** What one unit costs, integer paise, all with GST. */
export interface Figures {
  pricePaise: number;
  shippingPaise: number;
  totalPaise: number;
}

/** A bill with its taxes told apart; the total is the sum of the other four. Integer paise. */
export interface GoodsBill {
  taxablePaise: number;
  cgstPaise: number;
  sgstPaise: number;
  igstPaise: number;
  totalPaise: number;
}

/** What a unit is sold at. */
function soldAt(product: { pricePaise: number; discountPaise: number | null }): number {
  return product.discountPaise ?? product.pricePaise;
}

/**
 * What an order costs. The buyer types the shipping; the shop holds to its least, and sends nothing for a service.
 * Shipping is part of the sale and taxed as the goods are (CGST Act, section 15(2)(c)).
 */
export function figuresOf(
  product: { pricePaise: number; discountPaise: number | null; category: string },
  shippingPaise: number,
  leastShippingPaise: number,
): Figures {
  const pricePaise = soldAt(product);
  const shipping = product.category === 'service' ? 0 : Math.max(shippingPaise, leastShippingPaise);
  return { pricePaise, shippingPaise: shipping, totalPaise: pricePaise + shipping };
}

/**
 * Takes the tax out of a total that includes it: inside the supplier's state CGST and SGST in equal halves, elsewhere
 * IGST (IGST Act, sections 7 and 10(1)(ca)).
 */
export function goodsBill(totalPaise: number, ratePercent: number, sameState: boolean): GoodsBill {
  if (!sameState) {
    const igstPaise = divideHalfUp(totalPaise * ratePercent, 100 + ratePercent);
    return { taxablePaise: totalPaise - igstPaise, cgstPaise: 0, sgstPaise: 0, igstPaise, totalPaise };
  }
  const half = divideHalfUp(totalPaise * ratePercent, 2 * (100 + ratePercent));
  return { taxablePaise: totalPaise - 2 * half, cgstPaise: half, sgstPaise: half, igstPaise: 0, totalPaise };
}
