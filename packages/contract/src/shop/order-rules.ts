import { nearestPaise, rupees } from '../money.ts';
import { isGstin, normalizeGstin } from '../tax/gstin.ts';
import { isState } from '../tax/state-codes.ts';
import { isPincodeIn } from '../tax/state-of-pincode.ts';
import { isEmail } from '../text/email.ts';
import { isReadable } from '../text/readable.ts';
import type { FieldProblem, OrderEntries } from './shop-page.ts';

/** The most units of one order. */
export const MAX_UNITS_OF_ORDER = 10;

/** The fields in which something can be wrong. */
export type OrderField = Exclude<keyof OrderEntries, 'installation'>;

const NUMBER = /^\d{1,6}(\.\d{1,2})?$/;
/**
 * Angle brackets and control characters other than line breaks and tabs. No name or address has any, so a page is safe
 * even if its escaping fails.
 */
const FORBIDDEN = /[<>]|(?![\r\n\t])\p{Cc}/u;
const MAX_LENGTHS: Partial<Record<OrderField, number>> = { name: 80, city: 80, address: 400 };

/** Fields of business buyers. An order may leave them empty. */
const OPTIONAL = new Set<OrderField>(['gstin', 'state']);
const WRITTEN = new Set<OrderField>(['name', 'city', 'address']);

const isMissing = (field: OrderField, text: string): boolean =>
  text === '' || (WRITTEN.has(field) && !isReadable(text));

/** Nobody can deliver to fewer letters, vowel signs and digits than this. */
const MIN_ADDRESS = 5;
const isTooShort = (address: string): boolean => (address.match(/[\p{L}\p{M}\p{N}]/gu) ?? []).length < MIN_ADDRESS;

/**
 * What is wrong in an order form, by field. Empty when it can be sent. The server applies the same rules, but takes any
 * address from a client that has no form of ours.
 */
export function orderProblems({
  installation: _installation,
  ...fields
}: OrderEntries): Partial<Record<OrderField, FieldProblem>> {
  const problems: Partial<Record<OrderField, FieldProblem>> = {};
  for (const [field, typed] of Object.entries(fields) as [OrderField, string][]) {
    const text = typed.trim();
    if (OPTIONAL.has(field) && text === '') continue;
    if (isMissing(field, text)) problems[field] = 'missing';
    else if (!isValidOrderText(field, text) || (field === 'address' && isTooShort(text))) problems[field] = 'invalid';
  }
  if (isStateElsewhere(fields)) problems.state = 'invalid';
  return problems;
}

/** True if the pincode belongs to another State than the chosen one. */
export const isStateElsewhere = ({ state, pincode }: { state: string; pincode: string }): boolean =>
  state !== '' && !isPincodeIn(state, pincode.trim());

/**
 * A mobile number without the prefix +91 and the spaces with which browsers fill it in. Other prefixes are refused,
 * because an order asks for exactly ten digits.
 */
export const normalizeMobile = (text: string): string => text.replaceAll(/[\s-]/g, '').replace(/^\+91(?=\d{10}$)/, '');

/** True if a text without spaces at its ends is allowed in a field of an order. */
export function isValidOrderText(field: OrderField, text: string): boolean {
  if (isMissing(field, text) || FORBIDDEN.test(text)) return false;
  if ([...text].length > (MAX_LENGTHS[field] ?? Number.POSITIVE_INFINITY)) return false;
  if (field === 'quantity') return /^[1-9]\d?$/.test(text) && Number(text) <= MAX_UNITS_OF_ORDER;
  if (field === 'gstin') return isGstin(normalizeGstin(text));
  if (field === 'state') return isState(text);
  if (field === 'email') return isEmail(text);
  if (field === 'mobile') return /^[0-9]{10}$/.test(normalizeMobile(text));
  if (field === 'pincode') return /^[0-9]{4,10}$/.test(text);
  return field === 'shipping' ? NUMBER.test(text) : true;
}

/** The total of an order. `unitPaise` is the price of a unit with its installation. */
export function orderTotalPaise(unitPaise: number, quantity: number, shippingPaise: number): number {
  return unitPaise * quantity + shippingPaise;
}

/** The total of a form as typed so far, in rupees. Empty or unreadable shipping is 0, an invalid quantity 1. */
export function enteredTotal(
  price: number,
  { quantity, shipping }: Pick<OrderEntries, 'quantity' | 'shipping'>,
): number {
  const typed = Number(shipping);
  const units = isValidOrderText('quantity', quantity) ? Number(quantity) : 1;
  const shippingPaise = Number.isFinite(typed) && typed > 0 ? nearestPaise(typed) : 0;
  return rupees(orderTotalPaise(nearestPaise(price), units, shippingPaise));
}
