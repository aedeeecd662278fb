import type { DeliveryDays, FreshFigures, OrderView, Product, ProductFilter, ShopCar } from './storefront.ts';

/** What the shop's pages know of the installation. */
export interface ShopSettings {
  brand: string;
  /** Without a slash at the end. */
  publicUrl: string;
  /** Where the dealer's catalogue is fetched; empty for our own server. */
  dealerUrl: string;
  support: { phone: string; email: string; whatsapp: string };
  /** The goods are invented. */
  demo: boolean;
  /** The least that shipping of goods costs, rupees. */
  minShipping: number;
  /** What the visitor has chosen in the app; none follows the system. */
  theme?: ShopTheme;
}

export type ShopTheme = 'light' | 'dark';

/** A vehicle that can charge at a charger, and what it takes from 10 to 90 %. */
export interface CompatibleVehicle {
  name: string;
  /** Name of its drawing. */
  image: string;
  batteryKwh: number;
  /** What flows: the lower of charger and car. */
  powerKw: number;
  minutes: number;
}

/** What stands in the order form, as typed. */
export type OrderEntries = Record<
  'quantity' | 'name' | 'email' | 'mobile' | 'city' | 'pincode' | 'shipping' | 'address' | 'gstin' | 'state',
  string
>;

/** An order form that nobody has written in. */
export const NO_ENTRIES: OrderEntries = {
  quantity: '1',
  name: '',
  email: '',
  mobile: '',
  city: '',
  pincode: '',
  shipping: '0',
  address: '',
  gstin: '',
  state: '',
};

/** Why a field of the order form cannot be sent. */
export type FieldProblem = 'missing' | 'invalid';

/** Everything one page of the shop shows: the server renders it, and the browser takes over from it. */
export type ShopPage =
  | { kind: 'products'; filter: ProductFilter; products: Product[]; connectors: string[]; cars: ShopCar[] }
  | { kind: 'product'; product: Product; compatible: CompatibleVehicle[]; goesWith: Product[] }
  | { kind: 'missing'; what: 'product' | 'order' }
  | { kind: 'compare'; products: Product[] }
  /** The order form as a page of its own, for browsers without JavaScript. */
  | {
      kind: 'order-form';
      product: Product;
      colour: string;
      /** Made by the server: sending the form twice is one order. */
      key: string;
      fields: OrderEntries;
      problems: Partial<Record<keyof OrderEntries, FieldProblem>>;
      /** Why the order was not taken, when no field is the reason; empty otherwise. */
      refusal: string;
      fresh: FreshFigures | undefined;
      /** To the pincode in the form; null where that is not known. */
      delivery: DeliveryDays | null;
    }
  /** On the way to the payment: our forms may not be answered with another host's page, so this one leads there. */
  | { kind: 'payment'; url: string }
  /** The orders that the visitor's browser remembers; the server knows none of them. */
  | { kind: 'orders' }
  | { kind: 'order'; order: OrderView; sig: string; notice: string }
  /** Where a buyer says what it is like. `rate` and `comment`: as typed, when something is wrong with it. */
  | {
      kind: 'review';
      order: ReviewedOrder;
      action: string;
      isWritten: boolean;
      rate: string;
      comment: string;
      isWrong: boolean;
    }
  /** A link to an order that is over. `action`: where a fresh one is asked for; empty once it was. */
  | { kind: 'order-link'; action: string };

/** What the form of a review shows of its order: nothing of the buyer, and no other link of it. */
export type ReviewedOrder = Pick<
  OrderView,
  'reference' | 'product_id' | 'product_name' | 'colour' | 'image' | 'translation'
>;

/** A page as the server sends it. `head` holds title, description, canonical address, Open Graph and JSON-LD. */
export interface RenderedPage {
  /** What the browser takes over with, as the build's manifest names it. */
  entry: string;
  head: string;
  body: string;
}

/** What the shop's server-side build exports. `path` is the address below the host, with its query. */
export type RenderShop = (page: ShopPage, settings: ShopSettings, path: string) => RenderedPage;
