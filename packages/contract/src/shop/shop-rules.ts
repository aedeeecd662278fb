import { carPower } from '../charge/charge-time.ts';
import type { ShopCar } from './shop-cars.ts';
import type { DeliveryDays } from './shop-orders.ts';
import type { Product, ProductFilter } from './storefront.ts';

export const PRODUCT_SORTS = ['featured', 'price_up', 'price_down', 'power_up', 'power_down'] as const;
export type ProductSort = (typeof PRODUCT_SORTS)[number];
/** Upper limits in kW. A charger belongs to the first class that is not below its power. */
export const POWER_CLASSES = [4, 11, 22, 60, 1000] as const;
/** The most chargers in one comparison. */
export const MAX_COMPARED = 3;
const MAX_MATCHING = 2;

/** The selling price of one unit, in rupees. */
export function priceOfProduct({ price, discount_price: discount }: Product): number {
  return discount ?? price;
}

/** All connector types in the catalogue, in the order of their first occurrence. */
export function connectorsOfProduct(products: Product[]): string[] {
  return [...new Set(products.flatMap(({ connector }) => connector))];
}

const FILTERS = [
  'category',
  'q',
  'phases',
  'power',
  'connector',
  'car',
  'price_min',
  'price_max',
  'in_stock',
  'sort',
] as const;

/** The address of a filtered catalogue. Filters with the same meaning have the same address. */
export function filterAddress(filter: ProductFilter): string {
  const search = new URLSearchParams();
  for (const name of FILTERS) {
    const value = filter[name]?.trim() ?? '';
    if (value !== '' && !(name === 'sort' && value === 'featured')) search.set(name, value);
  }
  return search.size === 0 ? '/products' : `/products?${search}`;
}

/** The product filter in an address. */
export function parseProductFilter(path: string): ProductFilter {
  const said = new Map(new URLSearchParams(path.split('?', 2)[1] ?? ''));
  const kept = FILTERS.map((name) => [name, said.get(name)?.trim() ?? '']);
  return Object.fromEntries(kept.filter(([name, value]) => value !== '' && !(name === 'sort' && value === 'featured')));
}

/** The name that vehicles have for a product's connector type. */
export const VEHICLE_CONNECTORS: Record<string, string> = {
  '2': 'Type 2',
  CCS2: 'CCS2',
  '6': 'LEV AC',
  M: '15A socket',
  'IEC 60309': 'Bharat AC-001',
  'GB/T': 'Bharat DC-001',
};

/** True if a product has a connector for a vehicle with these types. */
export function fitsVehicle({ connector }: Pick<Product, 'connector'>, connectorTypes: readonly string[]): boolean {
  return connector.some((type) => connectorTypes.includes(VEHICLE_CONNECTORS[type] ?? type));
}

/** A charge from 10 to 90 %. */
const SHARE = 0.8;
/** The part of the energy from the wall that reaches the battery. */
const EFFICIENCY = 0.9;

type Takes = Pick<ShopCar, 'batteryKwh' | 'acKw' | 'dcKw'>;

/**
 * kW that flow between a charger and a car: the lower of both. A car of unknown power counts as in the driver's app.
 */
export function powerBetween({ category, max_output: chargerKw }: Product, car: Takes): number {
  const [current, carKw] = category === 'dc' ? (['DC', car.dcKw] as const) : (['AC', car.acKw] as const);
  return Math.min(chargerKw, carKw ?? carPower({ current, batteryWh: car.batteryKwh * 1000 }) / 1000);
}

/** Minutes to charge a car from 10 to 90 %, in steps of five. */
export function chargeMinutesBetween(product: Product, car: Takes): number {
  return Math.ceil((car.batteryKwh * SHARE * 60) / (powerBetween(product, car) * EFFICIENCY) / 5) * 5;
}

/**
 * The delivery of a product to a pincode: the later of both estimates, because a charger that is built to order is not
 * there sooner where the courier is fast. Null if neither is known.
 */
export function laterDelivery(
  ofProduct: DeliveryDays | null | undefined,
  ofPincode: DeliveryDays | null | undefined,
): DeliveryDays | null {
  if (!ofProduct || !ofPincode) return ofProduct ?? ofPincode ?? null;
  return {
    days_from: Math.max(ofProduct.days_from, ofPincode.days_from),
    days_to: Math.max(ofProduct.days_to, ofPincode.days_to),
  };
}

/** The line of a specification with a name: `5 m` of `Cable: 5 m`. Empty if there is none. */
function lineOf(specification: string[], name: string): string {
  const start = `${name}: `;
  return specification.find((line) => line.startsWith(start))?.slice(start.length) ?? '';
}

/** What a charger needs from the building. */
export interface Supply {
  phases: number;
  volts: number;
  /** True if it has a plug of its own for a socket of the building. */
  hasPlug: boolean;
  /** The sanctioned load in kW that the specification asks for. Undefined if it asks for none. */
  loadKw: number | undefined;
}

/** How a specification begins the line that `supplyOf` reads. */
export const supplyLine = (phases: number): string => `Input: ${phases}-phase`;

/** Reads the supply of a charger from its specification. Undefined for other products, or if it says nothing. */
export function supplyOf({ category, specification }: Pick<Product, 'category' | 'specification'>): Supply | undefined {
  const input = /^(\d)-phase (\d+) V\b(.*)/.exec(lineOf(specification, 'Input'));
  if (!isCharger(category) || !input) return undefined;
  const [, phases, volts, rest = ''] = input;
  const [, load] = /(\d+(?:\.\d+)?) kW\b/.exec(lineOf(specification, 'Sanctioned load needed')) ?? [];
  return {
    phases: Number(phases),
    volts: Number(volts),
    hasPlug: /\bplug\b/.test(rest),
    loadKw: load === undefined ? undefined : Number(load),
  };
}

const isCharger = (category: string): boolean => category === 'ac' || category === 'dc';

/** True for a charger that an electrician has to install. One with a plug of its own is only plugged in. */
export function needsInstallation(product: Pick<Product, 'category' | 'specification'>): boolean {
  return isCharger(product.category) && supplyOf(product)?.hasPlug !== true;
}

/** True for a charger with a cable that stays on it, which no other cable fits. */
const hasOwnCable = ({ specification }: Product): boolean => /\btethered\b/.test(lineOf(specification, 'Cable'));

/** Up to here the installation has a fixed price. Beyond, it depends on the site. */
const MAX_HOME_KW = 11;

/** True for a charger that is installed at a fixed price. */
export function isInstalledAtFixedPrice(product: Pick<Product, 'category' | 'specification' | 'max_output'>): boolean {
  return needsInstallation(product) && product.max_output <= MAX_HOME_KW;
}

/** The installation that is sold for a charger. Undefined if it needs none, or if it needs a quote. */
export function installationFor(product: Product, others: Product[]): Product | undefined {
  if (!isInstalledAtFixedPrice(product)) return undefined;
  return others.find(({ service, quantaty: stock }) => service === true && stock > 0);
}

/**
 * Products that match a charger: cables and parts for its connectors, and the installation if it has a fixed price. For
 * such a part, the chargers that it fits. Two chargers never match.
 */
export function matchingProducts(product: Product, others: Product[]): Product[] {
  const isExtra = ({ category }: Product): boolean => category === 'service' || category === 'accessory';
  const matches = (charger: Product, extra: Product): boolean =>
    extra.category === 'service'
      ? isInstalledAtFixedPrice(charger)
      : !hasOwnCable(charger) && extra.connector.some((type) => charger.connector.includes(type));
  return others
    .filter((one) => isExtra(one) !== isExtra(product))
    .filter((one) => (isExtra(product) ? matches(one, product) : matches(product, one)))
    .slice(0, MAX_MATCHING);
}
