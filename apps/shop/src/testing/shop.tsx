import type { OrderView } from '@bijli/contract/shop-orders';
import { NO_ENTRIES, type ShopPage, type ShopSettings } from '@bijli/contract/shop-page';
import type { Product } from '@bijli/contract/storefront';
import { draw } from '@bijli/ui/testing/page';
import { Catalogue } from '#catalogue/Catalogue.tsx';
import { addPageCode } from '#catalogue/page-code.ts';
import * as compare from '#compare/ComparePage.tsx';
import { setCompareMessages } from '#messages/compare-messages.ts';
import { setFinderMessages } from '#messages/finder-messages.ts';
import { setMessages } from '#messages/messages.ts';
import { setOrdersMessages } from '#messages/orders-messages.ts';
import { OrderFormDocument } from '#order-form/OrderFormDocument.tsx';
import { OrderDocument } from '#orders/OrderDocument.tsx';
import { OrdersDocument } from '#orders/OrdersDocument.tsx';
import * as productPage from '#product/ProductPage.tsx';
import * as products from '#products/ProductsPage.tsx';
import { compareEn } from '../messages/compare-en.ts';
import { en } from '../messages/en.ts';
import { finderEn } from '../messages/finder-en.ts';
import { orderFormEn } from '../messages/order-form-en.ts';
import { setOrderFormMessages } from '../messages/order-form-messages.ts';
import { ordersEn } from '../messages/orders-en.ts';

setMessages(en);
setFinderMessages(finderEn);
setCompareMessages(compareEn);
setOrderFormMessages(orderFormEn);
setOrdersMessages(ordersEn);
addPageCode({ products, product: productPage, compare });

export const settings: ShopSettings = {
  brand: 'Bijli',
  publicUrl: 'https://shop.example',
  dealerUrl: '',
  support: { phone: '+911800000000', email: 'help@bijli.example', whatsapp: '+911800000000' },
  demo: true,
  minShipping: 0,
  paymentMinutes: 15,
};

/** A wallbox on sale, with the fields that a test changes. */
export function product(id: string, changes: Partial<Product> = {}): Product {
  return {
    id,
    product_name: `Wallbox ${id}`,
    sku: `SKU-${id}`,
    category: 'ac',
    description: 'It hangs on the wall.',
    price: 125000,
    max_output: 7.4,
    quantaty: 3,
    images: [`/pictures/${id}.png`],
    connector: ['2'],
    color_variant: [],
    specification: ['Cable: 5 m'],
    ...changes,
  };
}

export const catalogue = (products: Product[]): ShopPage => ({
  kind: 'products',
  filter: {},
  products,
  connectors: ['2'],
  cars: [],
});

export const detail = (one: Product): ShopPage => ({ kind: 'product', product: one, compatible: [], goesWith: [] });

/** Renders the hydrated shop and sets the address. */
export async function openShop(first: ShopPage, changes: Partial<ShopSettings> = {}): Promise<void> {
  const path = first.kind === 'product' ? `/product-order-detail/${first.product.id}` : '/products';
  history.replaceState(null, '', path);
  await draw(<Catalogue first={first} settings={{ ...settings, ...changes }} path={path} />);
}

/** An order that waits for its payment, with the fields that a test changes. */
export function orderView(changes: Partial<OrderView> = {}): OrderView {
  return {
    reference: 'O-1',
    state: 'awaiting_payment',
    refund: 'none',
    refunded: 0,
    refundable: 0,
    product_id: 'demo-wb-74',
    product_name: 'Home Wallbox 7.4 kW Type 2',
    sku: 'DEMO-WB-74',
    colour: 'Neem',
    image: '',
    service: false,
    price: 32999,
    quantity: 1,
    refunded_units: 0,
    shipping_price: 450,
    total_price: 33449,
    name: 'Asha Rao',
    email: 'asha@example.com',
    mobile: '9845012207',
    address: '14, 3rd Cross',
    city: 'Bengaluru',
    pincode: '560038',
    gstin: '',
    created_at: '2026-11-20T05:12:00Z',
    paid_at: null,
    payment_cancelled_at: null,
    dispatched_at: null,
    delivered_at: null,
    closed_at: null,
    delivery: null,
    reserved_until: '2026-11-20T05:27:00Z',
    carrier: '',
    docket: '',
    reason: '',
    payment_url: '',
    invoice_numbers: [],
    credit_note_numbers: [],
    links: {
      pay: '/order/O-1/pay?sig=to-pay',
      cancel: '/order/O-1/cancel?sig=to-cancel',
      review: '/order/O-1/review?sig=to-review',
      invoice: '/api-v1/open/order/O-1/invoice.pdf?sig=to-read',
      credit_note: '/api-v1/open/order/O-1/credit_note.pdf?sig=to-read-back',
    },
    can_pay: false,
    can_cancel: false,
    can_review: false,
    ...changes,
  };
}

/** Renders the hydrated page of the order form. */
export async function openOrderPage(changes: Partial<Extract<ShopPage, { kind: 'order-form' }>> = {}): Promise<void> {
  const empty = { fields: NO_ENTRIES, problems: {}, refusal: '', fresh: undefined, delivery: null };
  const what = { product: product('wall'), colour: '', installation: undefined, orderKey: 'a-key' };
  const first = { kind: 'order-form', ...what, ...empty, ...changes } as const;
  await draw(<OrderFormDocument first={first} settings={settings} path="/product-order-detail/wall/order" />);
}

/** Renders a hydrated page about orders. */
export async function openOrders(first: ShopPage): Promise<void> {
  history.replaceState(null, '', '/orders');
  const Taken = first.kind === 'orders' ? OrdersDocument : OrderDocument;
  await draw(<Taken first={first} settings={settings} path="/orders" />);
}
