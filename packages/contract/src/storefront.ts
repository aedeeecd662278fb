import * as z from 'zod/mini';
import { ownCall } from './endpoint.ts';

export const product = z.object({
  id: z.string(),
  product_name: z.string(),
  sku: z.string(),
  category: z.string(),
  description: z.string(),
  /** Rupees */
  price: z.number(),
  discount_price: z.optional(z.number()),
  /** kW */
  max_output: z.number(),
  /** Stock; spelt so in the specification. */
  quantaty: z.int(),
  images: z.array(z.string()),
  connector: z.array(z.string()),
  color_variant: z.array(z.string()),
  specification: z.array(z.string()),
});
export type Product = z.infer<typeof product>;

export const storefront = {
  productDetails: ownCall('GET', '/api-v1/product/details/:id', {
    area: 'storefront',
    caller: 'anyone',
    served: false,
    summary: 'One product.',
    params: z.object({ id: z.string() }),
    reply: product,
  }),
  checkout: ownCall('POST', '/api-v1/open/order/checkout', {
    area: 'storefront',
    caller: 'anyone',
    served: false,
    summary: 'Places an order and answers where to pay; prices sent are claims that the server checks.',
    body: z.object({
      name: z.string(),
      email: z.string(),
      mobile: z.string(),
      address: z.string(),
      city: z.string(),
      pincode: z.string(),
      product_id: z.string(),
      product_name: z.string(),
      price: z.number(),
      shipping_price: z.number(),
      total_price: z.number(),
    }),
    reply: z.object({ payment_url: z.string() }),
  }),
  productAll: ownCall('GET', '/api/product/all', {
    area: 'storefront',
    caller: 'anyone',
    served: false,
    summary: "The dealer's catalogue.",
    reply: z.array(product),
  }),
};
