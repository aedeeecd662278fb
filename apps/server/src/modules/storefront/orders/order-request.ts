import { normalizeGstin } from '@bijli/contract/gstin';
import { paiseOf } from '@bijli/contract/money';
import { isStateElsewhere, isValidOrderText, normalizeMobile } from '@bijli/contract/order-rules';
import type { OrderRequest } from '@bijli/contract/shop-orders';
import { hashOf } from '#kernel/ids.ts';
import { refuse } from '../storefront.refusals.ts';

/** An order whose fields are all valid. */
export interface CheckedOrder {
  name: string;
  email: string;
  /** Ten digits. */
  mobile: string;
  address: string;
  city: string;
  pincode: string;
  gstin: string | undefined;
  /** The State of delivery, if the buyer has given it. */
  deliveryState: string | undefined;
  productId: string;
  colour: string;
  quantity: number;
  /** True if every unit is ordered with its installation. */
  isInstalled: boolean;
  /** The price that the buyer was shown. */
  shownPrice: { pricePaise: number; shippingPaise: number; totalPaise: number };
  key: string | undefined;
  fingerprint: string;
}

const KEY = /^[\w-]{8,80}$/;
/** A higher shipping price is a typing error. */
const MAX_SHIPPING_PAISE = 100_000_00;

/** Validates what a buyer has sent. Throws order_field_invalid, shipping_invalid, amount_invalid. */
export function parseOrder(request: OrderRequest): CheckedOrder {
  const name = textOf('name', request.name);
  const city = textOf('city', request.city);
  const address = textOf('address', request.address.trim().replace(/[\r\n\t]+/g, ', '));
  const email = textOf('email', request.email);
  const mobile = textOf('mobile', normalizeMobile(request.mobile));
  const pincode = textOf('pincode', request.pincode);
  const shippingPaise = paiseOf(request.shipping_price) ?? -1;
  if (shippingPaise < 0 || shippingPaise > MAX_SHIPPING_PAISE) refuse('shipping_invalid');
  const pricePaise = paiseOf(request.price);
  const totalPaise = paiseOf(request.total_price);
  if (pricePaise === undefined || totalPaise === undefined || pricePaise < 0 || totalPaise < 0) {
    return refuse('order_field_invalid', { field: 'price' });
  }
  if (request.key !== undefined && !KEY.test(request.key)) refuse('order_field_invalid', { field: 'key' });
  const gstin = optionalOf('gstin', normalizeGstin(request.gstin ?? ''));
  const deliveryState = optionalOf('state', request.state ?? '');
  if (isStateElsewhere({ state: deliveryState ?? '', pincode })) refuse('order_field_invalid', { field: 'state' });
  const { product_id: productId, colour = '', quantity = 1 } = request;
  if (!isValidOrderText('quantity', String(quantity))) refuse('order_field_invalid', { field: 'quantity' });
  const isInstalled = request.installation === true;
  const shownPrice = { pricePaise, shippingPaise, totalPaise };
  const order = { name, email, mobile, address, city, pincode, productId, colour };
  // Fields that are left out keep the fingerprints of older orders, which had one unit, no business and no
  // installation. They also contain the words claim and state.
  const units = { ...(quantity === 1 ? {} : { quantity }), ...(isInstalled && { isInstalled }) };
  const more = { ...units, gstin, state: deliveryState };
  const fingerprint = hashOf(JSON.stringify({ ...order, claim: shownPrice, ...more }));
  return { ...order, gstin, deliveryState, quantity, isInstalled, shownPrice, key: request.key, fingerprint };
}

type TextField = 'name' | 'email' | 'mobile' | 'city' | 'pincode' | 'address';

function textOf(field: TextField, entry: string): string {
  const text = entry.trim().replace(/\s+/g, ' ');
  return isValidOrderText(field, text) ? text : refuse('order_field_invalid', { field });
}

/** Undefined for an empty entry. */
function optionalOf(field: 'gstin' | 'state', entry: string): string | undefined {
  const text = entry.trim();
  if (text === '') return undefined;
  return isValidOrderText(field, text) ? text : refuse('order_field_invalid', { field });
}
