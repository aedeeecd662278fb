import { enteredTotal } from '@bijli/contract/order-rules';
import type { FreshFigures, OrderRequest } from '@bijli/contract/shop-orders';
import type { OrderEntries } from '@bijli/contract/shop-page';
import type { Product } from '@bijli/contract/storefront';
import { driverHeaders } from '#device/signed-in-driver.ts';
import { messages } from '#messages/messages.ts';

const MINUTE_MS = 60_000;
/** A fresh order has its whole time, though the answer took a moment and its date has whole seconds. */
const ON_THE_WAY_MS = 5_000;

export interface OrderToSend {
  product: Product;
  colour: string;
  /** The price that the buyer was shown, in rupees. */
  price: number;
  /** Of one unit, if it is ordered too. */
  installationPrice: number | undefined;
  fields: OrderEntries;
  /** Idempotency key: the same for every attempt at one order. */
  key: string;
}

/** An accepted order that must now be paid. */
export interface PlacedOrder {
  paymentUrl: string;
  /** Rupees. */
  total: number;
  isInstalled: boolean;
  /** The following fields are our addition. Another dealer's server may not send them. */
  reference: string | undefined;
  orderUrl: string | undefined;
  reservedUntil: string | undefined;
  /** Whole minutes that are left to pay. An order that was placed before has fewer. */
  minutesLeft: number | undefined;
}

/** The result of sending an order. */
export type OrderAnswer =
  | PlacedOrder
  /** A refusal. `fresh` has the present figures if they were the reason. */
  | { message: string; fresh: FreshFigures | undefined };

/** Sends an order. Throws when the server cannot be reached or sends an unusable answer. */
export async function sendOrder({
  product,
  colour,
  price,
  installationPrice,
  fields,
  key,
}: OrderToSend): Promise<OrderAnswer> {
  const { shipping, quantity, installation: _, gstin, state, ...buyer } = fields;
  const body: OrderRequest = {
    ...buyer,
    product_id: product.id,
    product_name: product.product_name,
    quantity: Number(quantity),
    price,
    shipping_price: Number(shipping) || 0,
    total_price: enteredTotal(price + (installationPrice ?? 0), fields),
    ...(installationPrice !== undefined && { installation: true }),
    ...(colour ? { colour } : {}),
    ...(gstin.trim() ? { gstin } : {}),
    ...(state ? { state } : {}),
    key,
  };
  const answer = await fetch('/api-v1/open/order/checkout', {
    method: 'POST',
    // The order, its messages and a refusal are in the language of the page.
    headers: { 'content-type': 'application/json', 'accept-language': messages().language, ...driverHeaders() },
    body: JSON.stringify(body),
  });
  const reply = (await answer.json()) as {
    payment_url?: string;
    reference?: string;
    order_url?: string;
    reserved_until?: string;
    message?: string;
    code?: string;
    facts?: FreshFigures;
  };
  if (answer.ok && reply.payment_url) {
    return {
      paymentUrl: reply.payment_url,
      total: body.total_price,
      isInstalled: body.installation === true,
      reference: reply.reference,
      orderUrl: reply.order_url,
      reservedUntil: reply.reserved_until,
      minutesLeft: minutesUntil(reply.reserved_until, answer.headers.get('date')),
    };
  }
  if (!reply.message) throw new Error(`The order was answered with ${answer.status}`);
  console.error('The order was refused', reply.code);
  return { message: reply.message, fresh: reply.code === 'order_changed' ? reply.facts : undefined };
}

/** By the server's clock: a phone's may be wrong by hours. */
function minutesUntil(utc: string | undefined, serverTime: string | null): number | undefined {
  if (utc === undefined || serverTime === null) return undefined;
  return Math.max(1, Math.floor((Date.parse(utc) - Date.parse(serverTime) + ON_THE_WAY_MS) / MINUTE_MS));
}
