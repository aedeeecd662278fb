/** What one unit costs, integer paise, all with GST. */
export interface OrderPrice {
  pricePaise: number;
  shippingPaise: number;
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
export function orderPriceOf(
  product: { pricePaise: number; discountPaise: number | null; category: string },
  shippingPaise: number,
  minShippingPaise: number,
): OrderPrice {
  const pricePaise = soldAt(product);
  const shipping = product.category === 'service' ? 0 : Math.max(shippingPaise, minShippingPaise);
  return { pricePaise, shippingPaise: shipping, totalPaise: pricePaise + shipping };
}
