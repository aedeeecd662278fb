import type { Product, ProductFilter, ShopCar } from './storefront.ts';

export const PRODUCT_SORTS = ['featured', 'price_up', 'price_down', 'power_up', 'power_down'] as const;
export type ProductSort = (typeof PRODUCT_SORTS)[number];
/** Upper limits in kW. A charger belongs to the first class that is not below its power. */
export const POWER_CLASSES = [4, 11, 22, 60, 1000] as const;
/** The most chargers in one comparison. */
export const MAX_COMPARED = 3;
const GO_WITH_IT = 2;

/** The selling price of one unit, in rupees. */
export function priceOfProduct({ price, discount_price: discount }: Product): number {
  return discount ?? price;
}

/** All connector types in the catalogue, in the order of their first occurrence. */
export function connectorsOfProduct(products: Product[]): string[] {
  return [...new Set(products.flatMap(({ connector }) => connector))];
}

const FILTERS = ['category', 'q', 'power', 'connector', 'car', 'price_min', 'price_max', 'in_stock', 'sort'] as const;

/** The address of a filtered catalogue. Filters with the same meaning have the same address. */
export function filterAddress(filter: ProductFilter): string {
  const search = new URLSearchParams();
  for (const name of FILTERS) {
    const value = filter[name]?.trim() ?? '';
    if (value !== '' && !(name === 'sort' && value === 'featured')) search.set(name, value);
  }
  return search.size === 0 ? '/products' : `/products?${search}`;
}

/** Reads the product filter from an address. */
export function readProductFilter(path: string): ProductFilter {
  const said = new Map(new URLSearchParams(path.split('?', 2)[1] ?? ''));
  const kept = FILTERS.map((name) => [name, said.get(name)?.trim() ?? '']);
  return Object.fromEntries(kept.filter(([name, value]) => value !== '' && !(name === 'sort' && value === 'featured')));
}

/** A charge from 10 to 90 %. */
const SHARE = 0.8;
/** The part of the energy from the wall that reaches the battery. */
const EFFICIENCY = 0.9;

type Takes = Pick<ShopCar, 'batteryKwh' | 'acKw' | 'dcKw'>;

/** kW that flow between a charger and a car: the lower of both. The charger's power when the car's is not known. */
export function powerBetween({ category, max_output: chargerKw }: Product, { acKw, dcKw }: Takes): number {
  return Math.min(chargerKw, (category === 'dc' ? dcKw : acKw) ?? chargerKw);
}

/** Minutes to charge a car from 10 to 90 %, in steps of five. */
export function chargeMinutesBetween(product: Product, car: Takes): number {
  return Math.ceil((car.batteryKwh * SHARE * 60) / (powerBetween(product, car) * EFFICIENCY) / 5) * 5;
}

/**
 * Products that match a charger: cables and parts for its connectors, and for AC the installation. For such a part, the
 * chargers that it fits. Two chargers never match.
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
