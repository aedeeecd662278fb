import { paiseOf } from '@bijli/contract/money';
import type { OrderRequest } from '@bijli/contract/storefront';
import { refuse } from '#kernel/failure.ts';
import { hashOf } from '#kernel/ids.ts';

/** An order whose every field may be stored. */
export interface SoundOrder {
  name: string;
  email: string;
  /** Ten digits. */
  mobile: string;
  address: string;
  city: string;
  pincode: string;
  productId: string;
  colour: string;
  /** What the buyer was shown. */
  claim: { pricePaise: number; shippingPaise: number; totalPaise: number };
  key: string | undefined;
  fingerprint: string;
}

const EMAIL = /^[^\s@<>"]{1,64}@[^\s@<>"]{1,190}\.[^\s@<>".]{2,24}$/;
const KEY = /^[\w-]{8,80}$/;
/** Nothing is sent for more than this, so a shipping above it is a slip of the finger. */
const SHIPPING_MOST_PAISE = 100_000_00;
/** No name or address has them, and no page of ours then depends on escaping alone. */
const FORBIDDEN = /[<>\p{Cc}]/u;

/** Checks what a buyer sent. Throws order_field_invalid, shipping_invalid, amount_invalid. */
export function readOrder(request: OrderRequest): SoundOrder {
  const name = textOf('name', request.name, 80);
  const city = textOf('city', request.city, 80);
  const address = textOf('address', request.address.replace(/[\r\n\t]+/g, ', '), 400);
  const email = request.email.trim();
  if (!EMAIL.test(email) || email.length > 254) refuse('order_field_invalid', { field: 'email' });
  const mobile = request.mobile.trim();
  if (!/^[0-9]{10}$/.test(mobile)) refuse('order_field_invalid', { field: 'mobile' });
  const pincode = request.pincode.trim();
  if (!/^[0-9]{4,10}$/.test(pincode)) refuse('order_field_invalid', { field: 'pincode' });
  const shippingPaise = paiseOf(request.shipping_price) ?? -1;
  if (shippingPaise < 0 || shippingPaise > SHIPPING_MOST_PAISE) refuse('shipping_invalid');
  const pricePaise = paiseOf(request.price);
  const totalPaise = paiseOf(request.total_price);
  if (pricePaise === undefined || totalPaise === undefined || pricePaise < 0 || totalPaise < 0) {
    return refuse('order_field_invalid', { field: 'price' });
  }
  if (request.key !== undefined && !KEY.test(request.key)) refuse('order_field_invalid', { field: 'key' });
  const { product_id: productId, colour = '' } = request;
  const asked = { name, email, mobile, address, city, pincode, productId, colour, shippingPaise };
  return {
    name,
    email,
    mobile,
    address,
    city,
    pincode,
    productId,
    colour,
    claim: { pricePaise, shippingPaise, totalPaise },
    key: request.key,
    fingerprint: hashOf(JSON.stringify(asked)),
  };
}

function textOf(field: 'name' | 'city' | 'address', said: string, most: number): string {
  const text = said.trim().replace(/\s+/g, ' ');
  if (text === '' || [...text].length > most || FORBIDDEN.test(text)) refuse('order_field_invalid', { field });
  return text;
}
