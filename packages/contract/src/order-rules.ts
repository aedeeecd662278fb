import { isGstin, normalizeGstin } from './gstin.ts';
import { isReadable } from './readable.ts';
import type { FieldProblem, OrderEntries } from './shop-page.ts';
import { isState } from './state-codes.ts';

/** How many units an order can have. */
export const MAX_UNITS_OF_ORDER = 10;

export type OrderField = keyof OrderEntries;

/** One address as mail programs read it: signs that part a list, open a comment or quote are none of it. */
const EMAIL = /^[^\s\p{Cc}@<>"(),:;[\]\\]{1,64}@[^\s\p{Cc}@<>"(),:;[\]\\]{1,190}\.[^\s\p{Cc}@<>"(),:;[\]\\.]{2,24}$/u;
const NUMBER = /^\d{1,6}(\.\d{1,2})?$/;
/** No name or address has angle brackets or control signs but those between its lines, so no page ever has to trust its escaping alone. */
const FORBIDDEN = /[<>]|(?![\r\n\t])\p{Cc}/u;
const MAX_LENGTHS: Partial<Record<OrderField, number>> = { name: 80, city: 80, address: 400, email: 254 };

/** Of a business that buys: an order may be without. */
const OPTIONAL = new Set<OrderField>(['gstin', 'state']);
const WRITTEN = new Set<OrderField>(['name', 'city', 'address']);

const isMissing = (field: OrderField, text: string): boolean =>
  text === '' || (WRITTEN.has(field) && !isReadable(text));

/** What is wrong in an order form, by field; empty when it can be sent. The server holds each field to the same. */
export function orderProblems(fields: OrderEntries): Partial<Record<OrderField, FieldProblem>> {
  const problems: Partial<Record<OrderField, FieldProblem>> = {};
  for (const [field, typed] of Object.entries(fields) as [OrderField, string][]) {
    const text = typed.trim();
    if (OPTIONAL.has(field) && text === '') continue;
    if (isMissing(field, text)) problems[field] = 'missing';
    else if (!isValidOrderText(field, text)) problems[field] = 'invalid';
  }
  return problems;
}

/** Whether a text without blanks at its ends can stand in a field of an order. */
export function isValidOrderText(field: OrderField, text: string): boolean {
  if (isMissing(field, text) || FORBIDDEN.test(text)) return false;
  if ([...text].length > (MAX_LENGTHS[field] ?? Number.POSITIVE_INFINITY)) return false;
  if (field === 'quantity') return /^[1-9]\d?$/.test(text) && Number(text) <= MAX_UNITS_OF_ORDER;
  if (field === 'gstin') return isGstin(normalizeGstin(text));
  if (field === 'state') return isState(text);
  if (field === 'email') return EMAIL.test(text);
  if (field === 'mobile') return /^[0-9]{10}$/.test(text);
  if (field === 'pincode') return /^[0-9]{4,10}$/.test(text);
  return field === 'shipping' ? NUMBER.test(text) : true;
}

/** The price of all units and the shipping together; an emptied or unreadable shipping counts as 0. Rupees, to the paisa. */
export function orderTotal(price: number, shipping: string, quantity: string): number {
  const typed = Number(shipping);
  const units = isValidOrderText('quantity', quantity) ? Number(quantity) : 1;
  return Math.round((price * units + (Number.isFinite(typed) && typed > 0 ? typed : 0)) * 100) / 100;
}
