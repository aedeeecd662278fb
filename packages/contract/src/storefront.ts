import * as z from 'zod/mini';
import { digitText } from './digit-text.ts';
import { ownCall } from './endpoint.ts';
import { compatibleVehicle, shopCar } from './shop-cars.ts';
import { shownText } from './shown-text.ts';

/** A product's texts in another language than English. A product has all of them or none. */
const productTranslation = z.object({
  /** Language code for `lang`. */
  language: z.string(),
  product_name: z.string(),
  use: z.string(),
  description: z.string(),
  /** One line for each line of `specification`. */
  specification: z.array(z.string()),
  /** One name for each of `color_variant`. */
  colours: z.array(z.string()),
});

/** Reviews of a product by people who bought it. */
const productReviews = z.object({
  /** The average rating, with one decimal. */
  average: z.number(),
  count: z.int(),
  /** The newest reviews. */
  latest: z.array(
    z.object({
      /** 1 to 5. */
      rate: z.int(),
      /** Empty when the buyer wrote none. */
      comment: z.string(),
      /** First name, and the initial of the last name. */
      name: z.string(),
      city: z.string(),
      /** Language of the order. */
      language: z.string(),
      /** UTC. */
      date: z.string(),
    }),
  ),
});
export type ProductReviews = z.infer<typeof productReviews>;

/** Expected arrival, in days after the payment. */
const deliveryDays = z.object({ days_from: z.int(), days_to: z.int() });
export type DeliveryDays = z.infer<typeof deliveryDays>;

export const product = z.object({
  /** Part of addresses: letters, digits and hyphens. */
  id: z.string(),
  product_name: z.string(),
  sku: z.string(),
  /** ac, dc, accessory, service. */
  category: z.string(),
  description: z.string(),
  /** Rupees with GST, before a discount. */
  price: z.number(),
  /** Selling price in rupees with GST, if it is lower than `price`. */
  discount_price: z.optional(z.number()),
  /** kW. 0 for products that deliver none, such as a service. */
  max_output: z.number(),
  /** Stock. The specification spells it so. */
  quantaty: z.int(),
  /** Paths after the API's host, the front view first. */
  images: z.array(z.string()),
  connector: z.array(z.string()),
  color_variant: z.array(z.string()),
  specification: z.array(z.string()),
  /* The following fields are our additions, and each may be missing. */
  /** For whom the product is, in one line. */
  use: z.optional(z.string()),
  /** Percent of GST that the price includes. */
  gst_rate: z.optional(z.number()),
  hsn: z.optional(z.string()),
  /** True if nothing is shipped, as for an installation. */
  service: z.optional(z.boolean()),
  /** True for invented goods. */
  demo: z.optional(z.boolean()),
  /** Missing when no source is known for it. */
  warranty_months: z.optional(z.int()),
  /** Delivery of the product, or the visit of a service. Missing when the operator has not said. */
  delivery_days: z.optional(deliveryDays),
  /** True if the shop knows how long a delivery to a pincode takes (the call `delivery`). */
  delivery_by_pincode: z.optional(z.boolean()),
  /** Only for a single product. Missing while there are no reviews. */
  reviews: z.optional(productReviews),
  /** In the language that was asked for. Missing when that is English or the product has no translation. */
  translation: z.optional(productTranslation),
});
export type Product = z.infer<typeof product>;

const chosen = z.optional(z.string());

/** `hi`: adds the products' texts in Hindi. */
const inLanguage = { language: chosen };

/** Query that filters and sorts the catalogue. All values are texts, and several values are separated by `|`. */
export const productFilter = z.object({
  /** Words of the name, SKU, use or connector. */
  q: chosen,
  category: chosen,
  connector: chosen,
  /** Values of POWER_CLASSES. */
  power: chosen,
  /** Number of phases of its supply: `1` as in most homes, or `3`. */
  phases: chosen,
  /** Rupees. */
  price_min: chosen,
  price_max: chosen,
  /** Id of a vehicle in the catalogue. Matches products that fit its inlets. */
  car: chosen,
  /** `1`: only products in stock. */
  in_stock: chosen,
  /** A value of PRODUCT_SORTS. */
  sort: chosen,
});
export type ProductFilter = z.infer<typeof productFilter>;

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

const orderAddress = { params: z.object({ reference: z.string() }), query: z.object({ sig: z.string() }) };

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
      'Places an order of 1 to 10 units, keeps them for it and answers where to pay. With the token of a driver, the order is listed in `ownOrders`. Prices sent are claims: others than ours are refused with `order_changed` and the fresh figures.',
    body: orderRequest,
    reply: z.object({
      payment_url: z.string(),
      reference: z.optional(z.string()),
      /** UTC. Until when the units are reserved. */
      reserved_until: z.optional(z.string()),
      /** The page that shows the state of the order. */
      order_url: z.optional(z.string()),
    }),
  }),
  productAll: ownCall('GET', '/api/product/all', {
    area: 'storefront',
    limit: 'read',
    caller: 'anyone',
    summary: "The dealer's catalogue: every product without parameters, else those that match.",
    query: z.extend(productFilter, inLanguage),
    reply: z.array(product),
  }),
  // The path and its reply keep the name of their first release.
  compatibleVehicles: ownCall('GET', '/api-v1/product/suits/:id', {
    area: 'storefront',
    limit: 'read',
    caller: 'anyone',
    summary: 'Vehicles that a charger fits, and what they take from 10 to 90 %.',
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
    summary: 'How many days after the payment a delivery to a pincode takes. Null where the operator has not said it.',
    params: z.object({ pincode: digitText }),
    reply: z.object({ delivery: z.nullable(deliveryDays) }),
  }),
  ownOrders: ownCall('GET', '/api-v1/user/orders', {
    area: 'storefront',
    limit: 'read',
    summary: 'Orders that the driver has placed while signed in, newest first, each with the signature of its link.',
    reply: z.object({ orders: z.array(z.object({ reference: z.string(), sig: z.string() })) }),
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
