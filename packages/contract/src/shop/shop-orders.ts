import * as z from 'zod/mini';
import { digitText } from '../text/digit-text.ts';
import { shownText } from '../text/shown-text.ts';

/** Expected arrival, in days after the payment. */
export const deliveryDays = z.object({ days_from: z.int(), days_to: z.int() });
export type DeliveryDays = z.infer<typeof deliveryDays>;

/** Fields of an order that we added to those of the specification. Each may be missing. */
const orderExtras = {
  /** One of the product's colours. */
  colour: z.optional(z.string()),
  /** 1 to 10 units; 1 when missing. */
  quantity: z.optional(z.number()),
  /** True: every unit with the installation that is sold for it. `total_price` contains its price. */
  installation: z.optional(z.boolean()),
  /** GSTIN of a business buyer, for the invoice. */
  gstin: z.optional(z.string()),
  /** State of delivery, spelled as GST spells it. The State of the pincode when missing. */
  state: z.optional(z.string()),
  /** Idempotency key that the browser makes for an order. A repeat with the same key is the same order. */
  key: z.optional(z.string()),
};

/** The buyer and the address of delivery. */
const buyer = {
  name: shownText,
  email: shownText,
  mobile: digitText,
  address: shownText,
  city: shownText,
  pincode: digitText,
};

export const orderRequest = z.object({
  ...buyer,
  product_id: z.string(),
  product_name: z.string(),
  /** Rupees: price of one unit, all shipping, and the total. The server checks each. */
  price: z.number(),
  shipping_price: z.number(),
  total_price: z.number(),
  ...orderExtras,
});
export type OrderRequest = z.infer<typeof orderRequest>;

/** The present figures, sent with the refusal `order_changed`. */
export const freshFigures = z.object({
  price: z.number(),
  shipping_price: z.number(),
  total_price: z.number(),
  quantaty: z.int(),
  /** Of one unit, if it was ordered. */
  installation_price: z.optional(z.number()),
});
export type FreshFigures = z.infer<typeof freshFigures>;

/**
 * awaiting_payment: units are reserved until it is paid or the time is over. paid: ready for dispatch. dispatched: on
 * its way. delivered: arrived. released: not paid in time, or the payment failed, and the units are for sale again.
 * cancelled: by the buyer or the shop after the payment, and the money is refunded.
 */
export const orderState = z.enum(['awaiting_payment', 'paid', 'dispatched', 'delivered', 'released', 'cancelled']);
export type OrderState = z.infer<typeof orderState>;

export const orderView = z.object({
  reference: z.string(),
  state: orderState,
  /** State of the refund: none, pending (with the payment provider) or completed. */
  refund: z.enum(['none', 'pending', 'completed']),
  /** Rupees refunded or being refunded, also of payments that were made by mistake. */
  refunded: z.number(),
  /** Rupees that a cancellation refunds. 0 for an order that is not paid, or cancelled already. */
  refundable: z.number(),
  product_id: z.string(),
  product_name: z.string(),
  sku: z.string(),
  colour: z.string(),
  image: z.string(),
  /** Name and colour in another language than English, if there are any. */
  translation: z.optional(z.object({ language: z.string(), product_name: z.string(), colour: z.string() })),
  service: z.boolean(),
  /** Rupees of one unit. */
  price: z.number(),
  quantity: z.int(),
  /** Units that were refunded while the order continues. */
  refunded_units: z.int(),
  /** Rupees for the installation of one unit. Missing when none was ordered. */
  installation_price: z.optional(z.number()),
  shipping_price: z.number(),
  total_price: z.number(),
  ...buyer,
  /** GSTIN of a business buyer. Empty for others. */
  gstin: z.string(),
  /** UTC. Null if it has not happened. */
  created_at: z.string(),
  paid_at: z.nullable(z.string()),
  /** When the buyer last came back from the payment without paying. */
  payment_cancelled_at: z.nullable(z.string()),
  dispatched_at: z.nullable(z.string()),
  delivered_at: z.nullable(z.string()),
  closed_at: z.nullable(z.string()),
  /** Until when the units are reserved. */
  reserved_until: z.string(),
  /** The delivery that was promised with the order. Null if none was. */
  delivery: z.nullable(deliveryDays),
  /** The installation that is sold for it. Missing when it needs none, has one, or is not paid. */
  installation_id: z.optional(z.string()),
  /** Carrier and docket number. Empty before dispatch. */
  carrier: z.string(),
  docket: z.string(),
  /** Why it was released or cancelled. Empty otherwise. */
  reason: z.string(),
  /** Where to pay while it awaits payment. Empty otherwise. */
  payment_url: z.string(),
  /** Numbers of its tax invoices: that of the goods, then that of their installation. Empty until it is paid. */
  invoice_numbers: z.array(z.string()),
  /** Numbers of its credit notes, oldest first, with that of the goods before that of their installation. */
  credit_note_numbers: z.array(z.string()),
  /** Signed links: to pay, to cancel, and to the documents. Each is valid for that purpose only. */
  links: z.object({
    pay: z.string(),
    cancel: z.string(),
    review: z.string(),
    invoice: z.string(),
    credit_note: z.string(),
  }),
  /** True while it awaits payment, and when it was released and nothing of it was refunded. */
  can_pay: z.boolean(),
  can_cancel: z.boolean(),
  /** True if the order has arrived and its buyer has not reviewed it. */
  can_review: z.boolean(),
});
export type OrderView = z.infer<typeof orderView>;
