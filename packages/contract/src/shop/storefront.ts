import * as z from 'zod/mini';
import { ownCall } from '../endpoint.ts';
import { digitText } from '../text/digit-text.ts';
import { compatibleVehicle, shopCar } from './shop-cars.ts';
import { deliveryDays, orderRequest, orderView } from './shop-orders.ts';

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
