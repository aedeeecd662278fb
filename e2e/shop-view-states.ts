import type { Locator, Page } from '@playwright/test';
import { createOrderLinks } from '@bijli/server/modules/storefront/order-links/order-links';
import { bijli, type RunningStack } from './operator-steps.ts';
import {
  BUYER,
  cancelOrder,
  DETAIL,
  fillIn,
  open,
  openOrderForm,
  placeOrder,
  placeOrderAndPress,
} from './shop-steps.ts';

/** A view state of the shop: a page, a sheet over it, or a state of either. */
export interface ShopViewState {
  /** The name of its picture, and of its drawing if there is one. */
  name: string;
  /** The heights of its drawings, on a phone and on a desktop. */
  heights: [number, number];
  /** Prepares what the page shows, and returns its path. */
  ready?: (page: Page, stack: RunningStack) => Promise<string>;
  path?: string;
  /** Leads from the page to the view state. It is repeated for each picture. */
  act?: (page: Page) => Promise<unknown>;
  /** What must be in sight in this view state. */
  shows: (page: Page) => Locator;
  /** A request is never answered, so the page stays busy. */
  busy?: boolean;
}

/** Creates links as the demo signed them a year ago. */
const expiredLinks = createOrderLinks({
  clock: { now: () => new Date(Date.now() - 365 * 24 * 3_600_000), after: () => () => {} },
  secret: 'demo-link-secret',
  oldSecret: '',
  signedSince: async () => new Date(),
});
const heading = (name: string) => (page: Page) => page.getByRole('heading', { name });
const dialog = (page: Page): Locator => page.getByRole('dialog');
const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 768;
type OrderEntries = Partial<Record<keyof typeof BUYER | 'Shipping Charges', string>>;
const fillOrder = async (page: Page, entries: OrderEntries = {}) => {
  await openOrderForm(page);
  await fillIn(page, { ...BUYER, 'Shipping Charges': '450', ...entries });
};
const send = (page: Page) => page.getByRole('button', { name: 'Place Order' }).click();

/** Every view state of the shop, in the order in which a buyer sees them. */
export const shopViewStates: ShopViewState[] = [
  {
    name: 'products',
    heights: [1380, 1400],
    path: '/products',
    act: async (page) => {
      await page.getByRole('checkbox', { name: 'Compare Home Wallbox' }).check();
      await page.getByRole('checkbox', { name: 'Compare AC Charger 11 kW' }).check();
      await page.getByRole('heading', { level: 1 }).hover();
      if (!isPhone(page)) await page.locator('main li:has(h2)').nth(1).hover();
    },
    shows: (page) => page.getByRole('link', { name: 'Compare 2' }),
  },
  {
    name: 'products-filters',
    heights: [844, 900],
    path: '/products?power=11&connector=2&sort=price_up',
    act: async (page) => {
      if (isPhone(page)) await page.getByRole('button', { name: 'Sort and filter' }).click();
      else await page.getByText('More', { exact: true }).click();
    },
    shows: (page) => (isPhone(page) ? dialog(page) : page.getByLabel('Fits my car')),
  },
  {
    name: 'products-loading',
    heights: [1200, 1080],
    path: DETAIL,
    act: async (page) => {
      await page.route('**/api/product/all*', () => {});
      await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Chargers' }).click();
    },
    shows: (page) => page.getByText('Loading chargers'),
    busy: true,
  },
  {
    name: 'products-empty',
    heights: [860, 900],
    path: '/products?category=ac&q=CHAdeMO+50+kW&power=1000&connector=6',
    shows: heading('No products found'),
  },
  {
    name: 'product-order-detail',
    heights: [1500, 1460],
    path: DETAIL,
    act: (page) => page.getByRole('radio', { name: 'Neem' }).check({ force: true }),
    shows: heading('Works with these cars'),
  },
  {
    name: 'product-order-detail-dc',
    heights: [844, 860],
    path: '/product-order-detail/demo-dc-120',
    act: async (page) => {
      await page.getByRole('radio', { name: 'Graphite' }).check({ force: true });
      await page.getByRole('button', { name: 'Picture 2' }).click();
    },
    shows: heading('DC Fast Charger 120 kW dual CCS2'),
  },
  {
    name: 'product-order-detail-out-of-stock',
    heights: [1000, 860],
    path: '/product-order-detail/demo-dc001',
    shows: (page) => page.getByRole('link', { name: 'See chargers in stock' }),
  },
  {
    name: 'product-order-detail-missing',
    heights: [700, 700],
    path: '/product-order-detail/no-such-thing',
    shows: heading('Product not found'),
  },
  {
    name: 'products-hindi',
    heights: [1380, 1400],
    path: '/hi/products?car=tata-nexon-ev-45',
    shows: (page) => page.getByRole('link', { name: 'English' }),
  },
  {
    name: 'product-order-detail-hindi',
    heights: [3300, 2300],
    path: `/hi${DETAIL}`,
    act: (page) => page.getByRole('radio', { name: 'नीम' }).check({ force: true }),
    shows: heading('इन कारों के लिए सही'),
  },
  {
    name: 'order-hindi',
    heights: [1320, 900],
    path: `/hi${DETAIL}`,
    act: (page) => page.locator('button:visible', { hasText: 'अभी ऑर्डर करें' }).click(),
    shows: heading('ऑर्डर पूरा करें'),
  },
  {
    name: 'track-paid-hindi',
    heights: [1100, 860],
    ready: async (page) => `/hi${(await placeOrderAndPress(page, 'Pay')).path}`,
    shows: heading('भुगतान हो गया। हम पैक कर रहे हैं।'),
  },
  { name: 'order', heights: [1180, 860], path: DETAIL, act: openOrderForm, shows: heading('Complete Your Order') },
  {
    name: 'order-errors',
    heights: [1320, 900],
    path: DETAIL,
    act: async (page) => {
      await fillOrder(page, {
        Email: 'asha@mail',
        'Mobile Number': '984501220',
        City: '',
        Pincode: '560',
        'Full Address': '',
      });
      await send(page);
    },
    shows: (page) => page.getByText('5 fields.'),
  },
  {
    name: 'order-fresh',
    heights: [1320, 900],
    path: DETAIL,
    act: async (page) => {
      const facts = { price: 34_999, shipping_price: 450, total_price: 35_449, quantaty: 3 };
      const json = { success: false, code: 'order_changed', message: 'The price has changed.', facts };
      await page.route('**/open/order/checkout', (route) => route.fulfill({ status: 409, json }));
      await fillOrder(page);
      await send(page);
    },
    shows: (page) => page.getByText('it is now ₹34,999'),
  },
  {
    name: 'order-processing',
    heights: [844, 860],
    path: DETAIL,
    act: async (page) => {
      await page.route('**/open/order/checkout', () => {});
      await fillOrder(page);
      await send(page);
    },
    shows: (page) => page.getByRole('button', { name: 'Processing...' }),
    busy: true,
  },
  {
    name: 'order-placed',
    heights: [844, 860],
    path: DETAIL,
    act: async (page) => {
      await fillOrder(page);
      await send(page);
    },
    shows: (page) => page.getByRole('alertdialog', { name: 'Order placed successfully!' }),
  },
  {
    name: 'order-failed',
    heights: [844, 860],
    path: DETAIL,
    act: async (page) => {
      const json = { success: false, code: 'out_of_stock', message: 'The last unit has just been sold.' };
      await page.route('**/open/order/checkout', (route) => route.fulfill({ status: 409, json }));
      await fillOrder(page);
      await send(page);
    },
    shows: (page) => page.getByRole('alertdialog', { name: 'Failed to place order.' }),
  },
  { name: 'order-form', heights: [1320, 900], path: `${DETAIL}/order`, shows: heading('Complete Your Order') },
  {
    name: 'track-awaiting',
    heights: [844, 860],
    ready: async (page) => {
      const { pathname, search } = new URL((await placeOrder(page)).order_url, 'http://shop');
      return pathname + search;
    },
    shows: heading('Complete your payment.'),
  },
  {
    name: 'track-paid',
    heights: [844, 860],
    ready: async (page) => (await placeOrderAndPress(page, 'Pay')).path,
    shows: heading('Paid. We are packing it.'),
  },
  {
    name: 'track-cancel',
    heights: [1500, 860],
    ready: async (page) => (await placeOrderAndPress(page, 'Pay')).path,
    act: (page) => page.getByText('Cancel this order').click(),
    shows: (page) => page.getByRole('button', { name: 'Yes, cancel it' }),
  },
  {
    name: 'track-dispatched',
    heights: [1100, 860],
    ready: async (page, stack) => {
      const { reference, path } = await placeOrderAndPress(page, 'Pay');
      await bijli(stack, 'orders', 'ship', reference, '--carrier', 'Surface courier', '--docket', '7204 5518 33');
      return path;
    },
    shows: heading('On its way to Bengaluru.'),
  },
  {
    name: 'track-refunded',
    heights: [1100, 860],
    ready: async (page) => {
      const { path } = await placeOrderAndPress(page, 'Pay');
      await cancelOrder(page);
      await heading('is back with you')(page).waitFor({ timeout: 60_000 });
      return path;
    },
    shows: heading('₹33,449 is back with you.'),
  },
  {
    name: 'track-payment-cancelled',
    heights: [844, 860],
    ready: async (page) => (await placeOrderAndPress(page, 'Cancel')).path,
    shows: heading('Payment cancelled'),
  },
  {
    name: 'track-failed',
    heights: [844, 860],
    ready: async (page) => (await placeOrderAndPress(page, 'Fail')).path,
    shows: heading('The payment did not go through.'),
  },
  {
    name: 'track-link-old',
    heights: [700, 700],
    ready: async (page) => expiredLinks.getPath((await placeOrder(page)).reference),
    shows: (page) => page.getByRole('button', { name: 'Send me a fresh link' }),
  },
  {
    name: 'orders',
    heights: [844, 860],
    ready: async (page) => {
      for (const button of ['Fail', 'Pay'] as const) {
        const { path } = await placeOrderAndPress(page, button);
        // The order's page stores the order in the browser.
        await open(page, path);
      }
      return '/orders';
    },
    shows: (page) => page.getByRole('main').getByRole('listitem').nth(1),
  },
  {
    name: 'orders-not-shown',
    heights: [900, 860],
    ready: async (page) => {
      for (const button of ['Pay', 'Fail'] as const) await open(page, (await placeOrderAndPress(page, button)).path);
      const { reference } = await placeOrder(page);
      await open(page, expiredLinks.getPath(reference));
      await page.evaluate(
        (link) => {
          const [unasked, shown] = (localStorage.getItem('shop-orders') ?? '').split('|');
          localStorage.setItem('shop-orders', [link, `${unasked}.unknown`, shown].join('|'));
        },
        expiredLinks.getPath(reference).replace('/order/', '').replace('?sig=', '.'),
      );
      return '/orders';
    },
    shows: (page) => page.getByRole('button', { name: 'Send me a fresh link' }),
  },
  {
    name: 'review',
    heights: [844, 860],
    ready: async (page, stack) => {
      const { reference, path } = await placeOrderAndPress(page, 'Pay');
      await bijli(stack, 'orders', 'ship', reference, '--carrier', 'Surface courier', '--docket', '7204 5518 33');
      await bijli(stack, 'orders', 'ship', reference, '--delivered');
      await open(page, path);
      return (await page.getByRole('link', { name: 'Write a review' }).getAttribute('href')) ?? '';
    },
    act: (page) => page.getByRole('radio', { name: '4 stars' }).check({ force: true }),
    shows: heading('How is it?'),
  },
  { name: 'orders-empty', heights: [700, 700], path: '/orders', shows: heading('No orders in this browser yet') },
  {
    name: 'compare',
    heights: [1160, 1140],
    path: '/compare?ids=demo-wb-74|demo-wb-11|demo-ac-22',
    shows: heading('Compare'),
  },
  { name: 'compare-empty', heights: [700, 700], path: '/compare', shows: heading('Nothing to compare yet') },
  {
    name: 'help',
    heights: [844, 860],
    path: '/products#help',
    act: (page) => page.getByRole('region', { name: 'Help' }).scrollIntoViewIfNeeded(),
    shows: (page) => page.getByRole('link', { name: 'Chat on WhatsApp' }),
  },
];
