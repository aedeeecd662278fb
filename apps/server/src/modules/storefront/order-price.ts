/** The price of an order in paise, with GST. */
export interface OrderPrice {
  /** Price of one unit. */
  pricePaise: number;
  quantity: number;
  shippingPaise: number;
  totalPaise: number;
}

/** The price of a unit after discount, in paise with GST. */
function unitPaiseOf(product: { pricePaise: number; discountPaise: number | null }): number {
  return product.discountPaise ?? product.pricePaise;
}

/**
 * Calculates the price of an order. The buyer enters the shipping, which is for all units together. It must reach the
 * shop's minimum, and is 0 for a service. Shipping is part of the sale and taxed like the goods (CGST Act, section
 * 15(2)(c)).
 */
export function orderPriceOf(
  product: { pricePaise: number; discountPaise: number | null; category: string },
  { quantity, shippingPaise }: { quantity: number; shippingPaise: number },
  minShippingPaise: number,
): OrderPrice {
  const pricePaise = unitPaiseOf(product);
  const shipping = product.category === 'service' ? 0 : Math.max(shippingPaise, minShippingPaise);
  return { pricePaise, quantity, shippingPaise: shipping, totalPaise: pricePaise * quantity + shipping };
}
