import * as z from 'zod/mini';
import { ownCall } from './endpoint.ts';
import { shownText } from './shown-text.ts';

/** What is said of a product in another language than English; a product has all of it or none. */
const productTranslation = z.object({
  /** As in `lang`. */
  language: z.string(),
  product_name: z.string(),
  use: z.string(),
  description: z.string(),
  /** One line for each line of `specification`. */
  specification: z.array(z.string()),
  /** One name for each of `color_variant`. */
  colours: z.array(z.string()),
});

/** What buyers say of a product; each of them has bought it. */
const productReviews = z.object({
  /** The average rating, to a tenth. */
  average: z.number(),
  count: z.int(),
  /** The newest. */
  latest: z.array(
    z.object({
      /** 1 to 5 */
      rate: z.int(),
      /** Empty when none was written. */
      comment: z.string(),
      /** First name and initial of the last one. */
      name: z.string(),
      city: z.string(),
      /** Of the order. */
      language: z.string(),
      /** UTC */
      date: z.string(),
    }),
  ),
});
export type ProductReviews = z.infer<typeof productReviews>;

export const product = z.object({
  /** Stands in addresses: letters, digits and hyphens. */
  id: z.string(),
  product_name: z.string(),
  sku: z.string(),
  /** ac, dc, accessory, service */
  category: z.string(),
  description: z.string(),
  /** Rupees with GST, before any discount. */
  price: z.number(),
  /** Rupees with GST: what it is sold at, when that is less. */
  discount_price: z.optional(z.number()),
  /** kW; 0 for what delivers none, such as a service. */
  max_output: z.number(),
  /** Stock; spelt so in the specification. */
  quantaty: z.int(),
  /** Paths below the API host, the front first. */
  images: z.array(z.string()),
  connector: z.array(z.string()),
  color_variant: z.array(z.string()),
  specification: z.array(z.string()),
  /* What we add: each may be missing. */
  /** For whom it is, in a line. */
  use: z.optional(z.string()),
  /** Percent of GST that the price includes. */
  gst_rate: z.optional(z.number()),
  hsn: z.optional(z.string()),
  /** Nothing is sent: an installation. */
  service: z.optional(z.boolean()),
  /** True for invented goods. */
  demo: z.optional(z.boolean()),
  /** Missing where nobody vouches for any. */
  warranty_months: z.optional(z.int()),
  /** Whether it can be told how long its delivery takes, by the pincode. */
  delivery_told: z.optional(z.boolean()),
  /** Of one product that was asked for; missing while there are none. */
  reviews: z.optional(productReviews),
  /** In the language that was asked for; missing where that is English or the product has none. */
  translation: z.optional(productTranslation),
});
export type Product = z.infer<typeof product>;

const chosen = z.optional(z.string());

/** `hi`: with the texts of products in Hindi too. */
const inLanguage = { language: chosen };

/** Narrows and orders the catalogue. All are texts, as an address bar holds them; several values are separated by `|`. */
export const productFilter = z.object({
  /** Words of the name, SKU, use or connector. */
  q: chosen,
  category: chosen,
  connector: chosen,
  /** Of POWER_CLASSES. */
  power: chosen,
  /** Rupees */
  price_min: chosen,
  price_max: chosen,
  /** Id of a vehicle in the catalogue: only what fits its inlets. */
  car: chosen,
  /** `1`: only what is in stock. */
  in_stock: chosen,
  /** Of PRODUCT_SORTS. */
  sort: chosen,
});
export type ProductFilter = z.infer<typeof productFilter>;

/** What an order asks for besides what the specification names; each may be missing. */
const orderExtras = {
  /** One of the product's colours. */
  colour: z.optional(z.string()),
  /** 1 to 10 units; 1 when missing. */
  quantity: z.optional(z.number()),
  /** Of a business that buys: it stands on the invoice. */
  gstin: z.optional(z.string()),
  /** Where it is delivered, as GST writes it; the State of the pincode when missing. */
  state: z.optional(z.string()),
  /** Made by the browser, once for an order: a repeat under the same key is the same order. */
  key: z.optional(z.string()),
};

/** Who buys, and where to. */
const buyer = {
  name: shownText,
  email: shownText,
  mobile: z.string(),
  address: shownText,
  city: shownText,
  pincode: z.string(),
};

export const orderRequest = z.object({
  ...buyer,
  product_id: z.string(),
  product_name: z.string(),
  /** Rupees, of one unit, of all shipping and in all; claims that the server checks. */
  price: z.number(),
  shipping_price: z.number(),
  total_price: z.number(),
  ...orderExtras,
});
export type OrderRequest = z.infer<typeof orderRequest>;

/** The figures that hold now, sent with the refusal `order_changed`. */
export const freshFigures = z.object({
  price: z.number(),
  shipping_price: z.number(),
  total_price: z.number(),
  quantaty: z.int(),
});
export type FreshFigures = z.infer<typeof freshFigures>;

/**
 * awaiting_payment: its units are kept for it until it is paid or the time for that is over.
 * paid: to be dispatched. dispatched: on its way. delivered.
 * released: not paid in time, or the payment failed; its units are for sale again.
 * cancelled: by the buyer or the shop after it was paid; the money goes back.
 */
export const orderState = z.enum(['awaiting_payment', 'paid', 'dispatched', 'delivered', 'released', 'cancelled']);
export type OrderState = z.infer<typeof orderState>;

/** How many days after the payment something should arrive. */
const deliveryDays = z.object({ days_from: z.int(), days_to: z.int() });
export type DeliveryDays = z.infer<typeof deliveryDays>;

export const orderView = z.object({
  reference: z.string(),
  state: orderState,
  /** Money on its way back: none, pending (with the payment provider), completed. */
  refund: z.enum(['none', 'pending', 'completed']),
  /** Rupees that went or go back. */
  refunded: z.number(),
  product_id: z.string(),
  product_name: z.string(),
  sku: z.string(),
  colour: z.string(),
  image: z.string(),
  /** Name and colour as they were ordered in another language than English. */
  translation: z.optional(z.object({ language: z.string(), product_name: z.string(), colour: z.string() })),
  service: z.boolean(),
  /** Of one unit. */
  price: z.number(),
  quantity: z.int(),
  /** Of them, those whose money went back while the order goes on. */
  refunded_units: z.int(),
  shipping_price: z.number(),
  total_price: z.number(),
  ...buyer,
  /** Of a business; empty for others. */
  gstin: z.string(),
  /** UTC; null when it has not happened. */
  created_at: z.string(),
  paid_at: z.nullable(z.string()),
  /** When the buyer last came back from the payment without having paid. */
  payment_cancelled_at: z.nullable(z.string()),
  dispatched_at: z.nullable(z.string()),
  delivered_at: z.nullable(z.string()),
  closed_at: z.nullable(z.string()),
  /** Until when its units are kept. */
  reserved_until: z.string(),
  /** As was told when it was made; null where nothing was. */
  delivery: z.nullable(deliveryDays),
  /** Carrier and docket number, once dispatched. */
  carrier: z.string(),
  docket: z.string(),
  /** Why it was released or cancelled; empty otherwise. */
  reason: z.string(),
  /** Where to pay while it awaits payment; empty otherwise. */
  payment_url: z.string(),
  invoice_number: z.nullable(z.string()),
  credit_note_number: z.nullable(z.string()),
  /** Where it can be paid and called off by a form, and where its papers are: each signed for that alone. */
  links: z.object({
    pay: z.string(),
    cancel: z.string(),
    review: z.string(),
    invoice: z.string(),
    credit_note: z.string(),
  }),
  can_cancel: z.boolean(),
  /** It has arrived, and its buyer has not said yet what it is like. */
  can_review: z.boolean(),
});
export type OrderView = z.infer<typeof orderView>;

const orderAddress = { params: z.object({ reference: z.string() }), query: z.object({ sig: z.string() }) };

const shopCar = z.object({
  id: z.string(),
  name: z.string(),
  batteryKwh: z.number(),
  /** What it takes at most of AC and of DC; null where nobody vouches for it. */
  acKw: z.nullable(z.number()),
  dcKw: z.nullable(z.number()),
});
export type ShopCar = z.infer<typeof shopCar>;

const compatibleVehicle = z.object({
  name: z.string(),
  image: z.string(),
  batteryKwh: z.number(),
  powerKw: z.number(),
  minutes: z.int(),
});

export const storefront = {
  productDetails: ownCall('GET', '/api-v1/product/details/:id', {
    area: 'storefront',
    limit: 'read',
    caller: 'anyone',
    summary: 'One product.',
    params: z.object({ id: z.string() }),
    query: z.object(inLanguage),
    reply: product,
  }),
  checkout: ownCall('POST', '/api-v1/open/order/checkout', {
    area: 'storefront',
    limit: 'payment',
    caller: 'anyone',
    summary:
      'Places an order of 1 to 10 units, keeps them for it and answers where to pay. Prices sent are claims: others than ours are refused with `order_changed` and the fresh figures.',
    body: orderRequest,
    reply: z.object({
      payment_url: z.string(),
      reference: z.optional(z.string()),
      /** Until when its units are kept, UTC. */
      reserved_until: z.optional(z.string()),
      /** The page that tells how the order stands. */
      order_url: z.optional(z.string()),
    }),
  }),
  productAll: ownCall('GET', '/api/product/all', {
    area: 'storefront',
    limit: 'read',
    caller: 'anyone',
    summary: "The dealer's catalogue: every product without parameters, else those that suit.",
    query: z.extend(productFilter, inLanguage),
    reply: z.array(product),
  }),
  productSuits: ownCall('GET', '/api-v1/product/suits/:id', {
    area: 'storefront',
    limit: 'read',
    caller: 'anyone',
    summary: 'Vehicles that a charger suits, and what they take from 10 to 90 %.',
    params: z.object({ id: z.string() }),
    reply: z.object({ suits: z.array(compatibleVehicle) }),
  }),
  productCars: ownCall('GET', '/api-v1/product/cars', {
    area: 'storefront',
    limit: 'read',
    caller: 'anyone',
    summary: 'The vehicles that chargers can be chosen for.',
    reply: z.object({ cars: z.array(shopCar) }),
  }),
  delivery: ownCall('GET', '/api-v1/open/delivery/:pincode', {
    area: 'storefront',
    limit: 'read',
    caller: 'anyone',
    summary:
      'How many days after the payment a delivery to a pincode takes, as the operator has said; null where that is not known.',
    params: z.object({ pincode: z.string() }),
    reply: z.object({ delivery: z.nullable(deliveryDays) }),
  }),
  order: ownCall('GET', '/api-v1/open/order/:reference', {
    area: 'storefront',
    limit: 'read',
    caller: 'anyone',
    summary:
      'How an order stands, for whoever has its signed link. A link that is over is refused with `order_link_expired`.',
    ...orderAddress,
    reply: orderView,
  }),
  cancelOrder: ownCall('POST', '/api-v1/open/order/:reference/cancel', {
    area: 'storefront',
    limit: 'payment',
    caller: 'anyone',
    summary:
      "Cancels an order before it is dispatched; what was paid goes back. `sig` is that of the order's link `cancel`.",
    ...orderAddress,
    reply: orderView,
  }),
};
