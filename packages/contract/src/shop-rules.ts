import type { Product, ProductFilter, ShopCar } from './storefront.ts';

export const PRODUCT_SORTS = ['featured', 'price_up', 'price_down', 'power_up', 'power_down'] as const;
export type ProductSort = (typeof PRODUCT_SORTS)[number];
/** kW: a charger belongs to the first of these that is not below its power. */
export const POWER_CLASSES = [4, 11, 22, 60, 1000] as const;
/** How many chargers can be compared at a time. */
export const MAX_COMPARED = 3;
const GO_WITH_IT = 2;

/** What one unit is sold at, in rupees. */
export function priceOfProduct({ price, discount_price: discount }: Product): number {
  return discount ?? price;
}

/** Every connector in the catalogue, in the order in which it first occurs. */
export function connectorsOfProduct(products: Product[]): string[] {
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
export function readProductFilter(path: string): ProductFilter {
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
export function chargeMinutesBetween(product: Product, car: Takes): number {
  return Math.ceil((car.batteryKwh * SHARE * 60) / (powerBetween(product, car) * EFFICIENCY) / 5) * 5;
}

/**
 * What goes with a charger: cables and fittings for its connectors, and for AC the installation. With those go the chargers that
 * they are for. Two chargers never go with each other.
 */
export function matchingProducts(product: Product, others: Product[]): Product[] {
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
