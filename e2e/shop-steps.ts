import { expect, type Page } from '@playwright/test';
import { accessibilityViolations, sidewaysOverflow, watchLayout } from './page-checks.ts';

/** The page of a product that is in stock. */
export const DETAIL = '/product-order-detail/demo-wb-74';

/** The details that a buyer enters. */
export const BUYER = {
  'Full Name': 'Asha Rao',
  Email: 'asha@example.com',
  'Mobile Number': '9845012207',
  City: 'Bengaluru',
  Pincode: '560038',
  'Full Address': '14, 3rd Cross, Indiranagar',
};

/** The same details for pages in Hindi. */
export const BUYER_IN_HINDI = {
  'पूरा नाम': BUYER['Full Name'],
  'ई-मेल': BUYER.Email,
  'मोबाइल नंबर': BUYER['Mobile Number'],
  शहर: BUYER.City,
  पिनकोड: BUYER.Pincode,
  'पूरा पता': BUYER['Full Address'],
};

/** Opens a page of the shop and waits until its scripts run. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('html[data-live]')).toBeAttached();
}

/** Fills in fields by their labels. */
/** What the shipping is folded behind. */
const SHIPPING_FOLD = 'Did our team name another amount?';

export async function fillIn(page: Page, entries: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(entries)) {
    const field = page.getByLabel(label);
    if (label === 'Shipping Charges' && !(await field.isVisible())) await page.getByText(SHIPPING_FOLD).click();
    await field.fill(value);
  }
}

/** Opens the order form on a product's page. */
export async function openOrderForm(page: Page): Promise<void> {
  await page.locator('button:visible', { hasText: 'Order Now' }).click();
}

/** Cancels an order on its page, which asks for confirmation. */
export async function cancelOrder(page: Page): Promise<void> {
  await page.getByText('Cancel this order').click();
  await page.getByRole('button', { name: 'Yes, cancel it' }).click();
}

export interface PlacedOrder {
  reference: string;
  order_url: string;
  payment_url: string;
}

/** Places an order with a request like the browser's. */
export async function placeOrder(page: Page): Promise<PlacedOrder> {
  const answer = await page.request.post('/api-v1/open/order/checkout', {
    data: {
      name: 'Asha Rao',
      email: 'asha@example.com',
      mobile: '9845012207',
      city: 'Bengaluru',
      pincode: '560038',
      address: '14, 3rd Cross, Indiranagar 2nd Stage',
      product_id: 'demo-wb-74',
      product_name: 'Home Wallbox 7.4 kW Type 2',
      colour: 'Neem',
      price: 32_999,
      shipping_price: 450,
      total_price: 33_449,
    },
  });
  return (await answer.json()) as PlacedOrder;
}

/**
 * Opens the list of orders of a browser that knows an order and an unknown one. Each row keeps its height when its
 * order arrives.
 */
async function openOrders(page: Page): Promise<void> {
  const { pathname, search } = new URL((await placeOrder(page)).order_url, 'http://shop');
  await open(page, pathname + search);
  await page.evaluate(() =>
    localStorage.setItem('shop-orders', `${localStorage.getItem('shop-orders')}|O-NONE.guessed`),
  );
  const answers = Promise.withResolvers<void>();
  await page.route('**/open/order/*', async (route) => {
    await answers.promise;
    await route.continue();
  });
  await open(page, '/orders');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect(rows.getByText('Looking it up …')).toHaveCount(2);
  const heights = (): Promise<number[]> => rows.evaluateAll((all) => all.map((row) => row.clientHeight));
  const before = await heights();
  answers.resolve();
  await expect(rows.getByRole('link', { name: 'Home Wallbox' })).toBeVisible();
  await expect(rows.getByRole('button', { name: 'Remove O-NONE' })).toBeVisible();
  expect(await heights()).toEqual(before);
  await page.unroute('**/open/order/*');
}

/**
 * Opens each page of the shop and checks that it is accessible, that nothing moves while it loads, and that nothing
 * sticks out.
 */
export async function useEveryShopPage(page: Page, width: number, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  const shifted = await watchLayout(page);
  const checkOne = async (): Promise<void> => {
    expect(await sidewaysOverflow(page)).toMatchObject({ px: 0 });
    expect(await accessibilityViolations(page)).toEqual([]);
  };
  const missing = '/product-order-detail/no-such-thing';
  const outOfStock = '/product-order-detail/demo-dc001';
  const form = `${DETAIL}/order`;
  const compared = '/compare?ids=demo-wb-74|demo-wb-11|demo-ac-22';
  for (const path of [
    '/products',
    '/products?q=nothing',
    outOfStock,
    missing,
    '/compare',
    compared,
    '/orders',
    `/hi${compared}`,
    `/hi${form}`,
    '/hi/products',
    `/hi${DETAIL}`,
    form,
    DETAIL,
  ]) {
    await open(page, path);
    await checkOne();
    const { shift, by } = await shifted();
    expect(shift, by.join()).toBeLessThan(0.01);
  }
  await openOrderForm(page);
  await page.getByRole('button', { name: 'Place Order' }).click();
  await expect(page.getByText('6 fields.')).toBeVisible();
  await checkOne();
  await openOrders(page);
  await checkOne();
  const { shift, by } = await shifted();
  expect(shift, by.join()).toBeLessThan(0.01);
  await open(page, '/products');
  await page
    .getByRole('checkbox', { name: /^Compare / })
    .first()
    .check();
  if (width < 768) await page.getByRole('button', { name: 'Sort and filter' }).click();
  else await page.getByText('More', { exact: true }).click();
  await checkOne();
}

/** Presses a button on the payment provider's page. Returns the order with the path of its page. */
export async function placeOrderAndPress(
  page: Page,
  button: 'Pay' | 'Fail' | 'Cancel',
): Promise<PlacedOrder & { path: string }> {
  const order = await placeOrder(page);
  await page.goto(order.payment_url);
  await page.getByRole('button', { name: button, exact: true }).click();
  await page.waitForURL('**/order/**');
  const { pathname, search } = new URL(page.url());
  return { ...order, path: pathname + search };
}
