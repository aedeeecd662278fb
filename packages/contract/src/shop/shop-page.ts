import type { ShopCar } from './shop-cars.ts';
import type { DeliveryDays, FreshFigures, OrderView } from './shop-orders.ts';
import type { Product, ProductFilter } from './storefront.ts';

/** Settings of the installation that the shop's pages need. */
export interface ShopSettings {
  brand: string;
  /** Without a slash at its end. */
  publicUrl: string;
  /** Address that serves the dealer's catalogue. Empty for our own server. */
  dealerUrl: string;
  support: { phone: string; email: string; whatsapp: string };
  /** True if the goods are invented. */
  demo: boolean;
  /** The lowest shipping of goods, in rupees. */
  minShipping: number;
  /** How long an order is kept for its payment, in whole minutes. */
  paymentMinutes: number;
  /** The theme that the visitor chose in the app. `none` follows the system. */
  theme?: ShopTheme;
}

export type ShopTheme = 'light' | 'dark';

/** A vehicle that fits a charger, and its charge from 10 to 90 %. */
export interface CompatibleVehicle {
  name: string;
  /** Name of the vehicle's drawing. */
  image: string;
  batteryKwh: number;
  /** kW that flow: the lower of charger and car. Null if the car's is not known, and the time is an assumed power's. */
  powerKw: number | null;
  minutes: number;
}

/** The entries of the order form, as typed. `installation` is `1` if it is wanted, and otherwise empty. */
export type OrderEntries = Record<
  | 'quantity'
  | 'installation'
  | 'name'
  | 'email'
  | 'mobile'
  | 'city'
  | 'pincode'
  | 'shipping'
  | 'address'
  | 'gstin'
  | 'state',
  string
>;

/** An empty order form. */
export const NO_ENTRIES: OrderEntries = {
  quantity: '1',
  installation: '',
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

/** Why a field of the order form is not accepted. */
export type FieldProblem = 'missing' | 'invalid';

/** The data of one page of the shop. The server renders it, and the browser hydrates it. */
export type ShopPage =
  | {
      kind: 'products';
      filter: ProductFilter;
      products: Product[];
      connectors: string[];
      cars: ShopCar[];
      /** True if the browser could not fetch the products. */
      hasFailed?: boolean;
    }
  | { kind: 'product'; product: Product; compatible: CompatibleVehicle[]; goesWith: Product[] }
  /** A product or an order that does not exist, or a page that the browser could not fetch. */
  | { kind: 'missing'; what: 'product' | 'order' | 'connection' }
  | { kind: 'compare'; products: Product[] }
  /** The order form as a page of its own, for browsers without JavaScript. */
  | {
      kind: 'order-form';
      product: Product;
      colour: string;
      /** The installation that is sold for it, if there is one. */
      installation: Product | undefined;
      /**
       * Idempotency key made by the server: a form that is sent twice creates one order. Not `key`: React keeps that
       * name for itself.
       */
      orderKey: string;
      fields: OrderEntries;
      problems: Partial<Record<keyof OrderEntries, FieldProblem>>;
      /** Why the order was refused, when it is no field's fault. Empty otherwise. */
      refusal: string;
      fresh: FreshFigures | undefined;
      /** Delivery to the pincode in the form. Null if it is not known. */
      delivery: DeliveryDays | null;
    }
  /** Step to the payment. A form may not be answered by a redirect to another host, so this page leads there. */
  | { kind: 'payment'; url: string }
  /** Orders that the visitor's browser remembers. The server does not know them. */
  | { kind: 'orders' }
  | { kind: 'order'; order: OrderView; sig: string; notice: string }
  /** The form for a product review. `rate` and `comment` are as typed, when something is wrong with them. */
  | {
      kind: 'review';
      order: ReviewedOrder;
      action: string;
      isWritten: boolean;
      rate: string;
      comment: string;
      isWrong: boolean;
    }
  /** A link to an order has expired. `action`: where to ask for a new link. Empty after it was asked for. */
  | { kind: 'order-link'; action: string };

/** What the review form shows of its order: nothing about the buyer, and no other links. */
export type ReviewedOrder = Pick<
  OrderView,
  'reference' | 'product_id' | 'product_name' | 'colour' | 'image' | 'translation'
>;

/** A rendered page. `head` holds title, description, canonical address, Open Graph and JSON-LD. */
export interface RenderedPage {
  /** The script that hydrates the page, as the build's manifest names it. */
  entry: string;
  head: string;
  body: string;
}

/**
 * The function that the shop's server-side build exports. `path` is the part of the address after the host, with its
 * query.
 */
export type RenderShop = (page: ShopPage, settings: ShopSettings, path: string) => RenderedPage;
