import { orderTotalPaise } from '@bijli/contract/order-rules';

/** The price of an order in paise, with GST. */
export interface OrderPrice {
  /** Price of one unit. */
  pricePaise: number;
  quantity: number;
  /** Price of the installation of one unit. 0 without one. */
  installationPaise: number;
  shippingPaise: number;
  totalPaise: number;
}

interface Priced {
  pricePaise: number;
  discountPaise: number | null;
}

/** The price of a unit after discount, in paise with GST. */
function unitPaiseOf(product: Priced): number {
  return product.discountPaise ?? product.pricePaise;
}

/**
 * Calculates the price of an order. The buyer enters the shipping, which is for all units together. It must reach the
 * shop's minimum, and is 0 for a service. Shipping is part of the sale and taxed like the goods (CGST Act, section
 * 15(2)(c)).
 */
export function orderPriceOf(
  product: Priced & { category: string },
  {
    quantity,
    shippingPaise,
    installation,
  }: { quantity: number; shippingPaise: number; installation?: Priced | undefined },
  minShippingPaise: number,
): OrderPrice {
  const pricePaise = unitPaiseOf(product);
  const installationPaise = installation ? unitPaiseOf(installation) : 0;
  const shipping = product.category === 'service' ? 0 : Math.max(shippingPaise, minShippingPaise);
  const totalPaise = orderTotalPaise(pricePaise + installationPaise, quantity, shipping);
  return { pricePaise, quantity, installationPaise, shippingPaise: shipping, totalPaise };
}
