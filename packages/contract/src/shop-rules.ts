import { isGstin, tidyGstin } from './gstin.ts';
import { isReadable } from './readable.ts';
import type { FieldProblem, OrderFields } from './shop-page.ts';
import { isState } from './state-codes.ts';
import type { Product, ProductFilter, ShopCar } from './storefront.ts';

export const PRODUCT_SORTS = ['featured', 'price_up', 'price_down', 'power_up', 'power_down'] as const;
export type ProductSort = (typeof PRODUCT_SORTS)[number];
/** kW: a charger belongs to the first of these that is not below its power. */
export const POWER_CLASSES = [4, 11, 22, 60, 1000] as const;
/** How many chargers can be compared at a time. */
export const MAX_COMPARED = 3;
/** How many units an order can have. */
export const MAX_UNITS = 10;
const GO_WITH_IT = 2;

/** What one unit is sold at, in rupees. */
export function priceOf({ price, discount_price: discount }: Product): number {
  return discount ?? price;
}

/** Every connector in the catalogue, in the order in which it first occurs. */
export function connectorsOf(products: Product[]): string[] {
  return [...new Set(products.flatMap(({ connector }) => connector))];
}

const FILTERS = ['category', 'q', 'power', 'connector', 'car', 'price_min', 'price_max', 'in_stock', 'sort'] as const;

/** Where the catalogue so narrowed is found: the same address for filters that mean the same. */
export function filterAddress(filter: ProductFilter): string {
  const search = new URLSearchParams();
  for (const name of FILTERS) {
    const value = filter[name]?.trim() ?? '';
    if (value !== '' && !(name === 'sort' && value === 'featured')) search.set(name, value);
  }
  return search.size === 0 ? '/products' : `/products?${search}`;
}

/** What an address narrows the catalogue to. */
export function filterIn(path: string): ProductFilter {
  const said = new Map(new URLSearchParams(path.split('?', 2)[1] ?? ''));
  const kept = FILTERS.map((name) => [name, said.get(name)?.trim() ?? '']);
  return Object.fromEntries(kept.filter(([name, value]) => value !== '' && !(name === 'sort' && value === 'featured')));
}

/** From 10 to 90 %. */
const SHARE = 0.8;
/** What arrives in the battery of what leaves the wall. */
const EFFICIENCY = 0.9;

type Takes = Pick<ShopCar, 'batteryKwh' | 'acKw' | 'dcKw'>;

/** What flows between a charger and a car, kW: the lower of both, and the charger's where nobody vouches for the car's. */
export function powerBetween({ category, max_output: chargerKw }: Product, { acKw, dcKw }: Takes): number {
  return Math.min(chargerKw, (category === 'dc' ? dcKw : acKw) ?? chargerKw);
}

/** How long a charger takes to bring a car from 10 to 90 %: minutes, in steps of five. */
export function minutesBetween(product: Product, car: Takes): number {
  return Math.ceil((car.batteryKwh * SHARE * 60) / (powerBetween(product, car) * EFFICIENCY) / 5) * 5;
}

/**
 * What goes with a charger: cables and fittings for its connectors, and for AC the installation. With those go the chargers that
 * they are for. Two chargers never go with each other.
 */
export function goesWith(product: Product, others: Product[]): Product[] {
  const isExtra = ({ category }: Product): boolean => category === 'service' || category === 'accessory';
  const suits = (charger: Product, extra: Product): boolean =>
    extra.category === 'service'
      ? charger.category === 'ac'
      : extra.connector.some((type) => charger.connector.includes(type));
  return others
    .filter((one) => isExtra(one) !== isExtra(product))
    .filter((one) => (isExtra(product) ? suits(one, product) : suits(product, one)))
    .slice(0, GO_WITH_IT);
}

export type OrderField = keyof OrderFields;

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
export function orderProblems(fields: OrderFields): Partial<Record<OrderField, FieldProblem>> {
  const problems: Partial<Record<OrderField, FieldProblem>> = {};
  for (const [field, typed] of Object.entries(fields) as [OrderField, string][]) {
    const text = typed.trim();
    if (OPTIONAL.has(field) && text === '') continue;
    if (isMissing(field, text)) problems[field] = 'missing';
    else if (!fitsOrder(field, text)) problems[field] = 'invalid';
  }
  return problems;
}

/** Whether a text without blanks at its ends can stand in a field of an order. */
export function fitsOrder(field: OrderField, text: string): boolean {
  if (isMissing(field, text) || FORBIDDEN.test(text)) return false;
  if ([...text].length > (MAX_LENGTHS[field] ?? Number.POSITIVE_INFINITY)) return false;
  if (field === 'quantity') return /^[1-9]\d?$/.test(text) && Number(text) <= MAX_UNITS;
  if (field === 'gstin') return isGstin(tidyGstin(text));
  if (field === 'state') return isState(text);
  if (field === 'email') return EMAIL.test(text);
  if (field === 'mobile') return /^[0-9]{10}$/.test(text);
  if (field === 'pincode') return /^[0-9]{4,10}$/.test(text);
  return field === 'shipping' ? NUMBER.test(text) : true;
}

/** The price of all units and the shipping together; an emptied or unreadable shipping counts as 0. Rupees, to the paisa. */
export function orderTotal(price: number, shipping: string, quantity: string): number {
  const typed = Number(shipping);
  const units = fitsOrder('quantity', quantity) ? Number(quantity) : 1;
  return Math.round((price * units + (Number.isFinite(typed) && typed > 0 ? typed : 0)) * 100) / 100;
}
