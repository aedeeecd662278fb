/** What an order costs, integer paise, all with GST. */
export interface OrderPrice {
  /** Of one unit. */
  pricePaise: number;
  quantity: number;
  shippingPaise: number;
  totalPaise: number;
}

/** What a unit is sold for. */
function unitPaiseOf(product: { pricePaise: number; discountPaise: number | null }): number {
  return product.discountPaise ?? product.pricePaise;
}

/**
 * What an order costs. The buyer types the shipping, which is for all units together; the shop holds to its least, and
 * sends nothing for a service. Shipping is part of the sale and taxed as the goods are (CGST Act, section 15(2)(c)).
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
