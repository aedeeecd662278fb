import type { APIResponse, Page } from '@playwright/test';
import { product as productShape, type Product } from '@bijli/contract/storefront';
import { expect, test } from '../environment.ts';
import { pressByKeyboard, tabTo, withoutPointer } from '../keyboard.ts';
import { accessibilityViolations } from '../page-checks.ts';
import {
  BUYER,
  BUYER_IN_HINDI,
  cancelOrder,
  DETAIL,
  fillIn,
  open,
  openOrderForm,
  useEveryShopPage,
} from '../shop-steps.ts';

/** Collects errors of the browser about the page, and errors of React during hydration. */
function browserErrors(page: Page): string[] {
  const said: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) said.push(message.text());
  });
  page.on('pageerror', (error) => said.push(error.message));
  return said;
}

/** Buys one product on the pages, up to the order's own page. */
async function buy(page: Page, id: string, choice: 'Pay' | 'Cancel' = 'Pay'): Promise<void> {
  await open(page, `/product-order-detail/${id}`);
  await openOrderForm(page);
  await fillIn(page, BUYER);
  await page.getByRole('button', { name: 'Place Order' }).click();
  await page.getByRole('button', { name: 'Next: pay' }).click();
  await page.getByRole('button', { name: choice, exact: true }).click();
  await page.waitForURL('**/order/**');
}

test('the shop opens with a hero above a grid of every product of the dealer [SHOP-1, SHOP-4, ENTITY-19]', async ({
  page,
}) => {
  const products = (await (await page.request.get('/api/product/all')).json()) as Product[];
  for (const one of products) productShape.parse(one);
  expect(products.length).toBeGreaterThan(10);
  expect(products.filter(({ category }) => category === 'ac').length).toBeGreaterThan(2);
  await open(page, '/products');
  const hero = await page.getByRole('heading', { level: 1 }).boundingBox();
  const grid = page.getByRole('list').filter({ has: page.getByRole('heading', { level: 2 }) });
  expect(hero?.y).toBeLessThan((await grid.boundingBox())?.y ?? 0);
  await expect(grid.getByRole('heading', { level: 2 })).toHaveText(products.map((one) => one.product_name));
  expect(await grid.evaluate((list) => getComputedStyle(list).display)).toBe('grid');
});

for (const [width, columns] of [
  [767, 1],
  [768, 2],
  [1023, 2],
  [1024, 3],
] as const) {
  test(`at ${width} px the grid has ${columns} columns [SHOP-17]`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await open(page, '/products');
    const cards = page.locator('main li:has(h2)');
    await expect(cards.first()).toBeVisible();
    const lefts = await cards.evaluateAll((all) => all.map((card) => Math.round(card.getBoundingClientRect().left)));
    expect(new Set(lefts).size).toBe(columns);
  });
}

test('a card under the pointer is highlighted and says what a click does; a click anywhere on it opens its product [SHOP-12, SHOP-13]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await open(page, '/products');
  const card = page.locator('main li:has(h2)').first();
  const hint = card.getByText('Click to view details');
  const ring = (): Promise<string> => card.evaluate((one) => getComputedStyle(one).boxShadow);
  await expect(hint).toHaveCSS('opacity', '0');
  const before = await ring();
  await card.hover();
  await expect(hint).toHaveCSS('opacity', '1');
  await expect.poll(ring).not.toBe(before);
  const name = (await card.getByRole('heading').textContent()) ?? '';
  // Clicks on the picture, away from the name.
  await card.click({ position: { x: 30, y: 120 } });
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  expect(new URL(page.url()).pathname).toMatch(/^\/product-order-detail\/./);
});

test('every picture of the catalogue exists, below /media of the API’s host [API-4]', async ({ request }) => {
  const products = (await (await request.get('/api/product/all')).json()) as Product[];
  const paths = products.flatMap(({ images }) => images);
  expect(paths.filter((path) => !path.startsWith('/media/'))).toEqual([]);
  const answers = await Promise.all(paths.map((path) => request.get(path)));
  const isPicture = (answer: APIResponse) => answer.ok() && answer.headers()['content-type']?.startsWith('image/');
  expect(answers.filter((answer) => !isPicture(answer)).map((answer) => answer.url())).toEqual([]);
});

test('filters, sort and search narrow the list and are in the address; Back leads back', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await open(page, '/products');
  await page.getByRole('button', { name: 'AC Chargers' }).click();
  await expect(page).toHaveURL('/products?category=ac');
  await page.getByLabel('Search chargers').fill('villas');
  await expect(page.getByText('Showing 1 products')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/products?category=ac&q=villas');
  await page.getByRole('button', { name: 'All Products' }).click();
  await expect(page).toHaveURL('/products?q=villas');
  await page.getByLabel('Search chargers').fill('no such thing');
  await expect(page.getByText('No products found')).toBeVisible();
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect(page.getByText('Showing 15 products')).toBeVisible();
  await expect(page.getByLabel('Search chargers')).toHaveValue('');
  await page.getByLabel('Sort', { exact: true }).selectOption('price_down');
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('DC Fast Charger 240 kW dual CCS2');
  await page.getByText('More', { exact: true }).click();
  await page.getByLabel('Fits my car').selectOption({ label: 'Tata Nexon EV 45' });
  await expect(page.getByText('Showing 10 products')).toBeVisible();
  await expect(page.getByText('Tata Nexon EV 45: 5 h 35 min from 10 to 90').first()).toBeVisible();
});

test('a phone sorts and filters in a sheet, and the list behind it follows', async ({ page }) => {
  await open(page, '/products');
  await expect(page.getByLabel('Sort', { exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Sort and filter' }).click();
  const sheet = page.getByRole('dialog', { name: 'Sort and filter' });
  await sheet.getByRole('radio', { name: 'Price, low to high' }).check();
  await sheet.getByRole('button', { name: 'Type 2' }).click();
  await expect(sheet.getByRole('button', { name: 'Type 2' })).toHaveAttribute('aria-pressed', 'true');
  await sheet.getByRole('button', { name: 'Show 5 products' }).click();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL('/products?connector=2&sort=price_up');
  await expect(page.getByText('Showing 5 products')).toBeVisible();
  // After Escape has closed it, an Enter right away opens it again.
  await page.keyboard.press('Enter');
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await expect(sheet).toBeVisible();
});

test('an order whose payment is cancelled says so and is paid at the second try, and its page has the invoice [ORDER-14, ORDER-16, ENTITY-21]', async ({
  page,
}) => {
  let answer: unknown;
  await page.route('**/open/order/checkout', async (route) => {
    const response = await route.fetch();
    answer = await response.json();
    await route.fulfill({ response });
  });
  await buy(page, 'demo-wb-74', 'Cancel');
  await expect(page.getByRole('heading', { name: 'Payment cancelled' })).toBeVisible();
  await expect(page.getByText('No money was taken.')).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Try again: pay ₹32,999' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  expect(answer).toMatchObject({ payment_url: expect.stringMatching(/^http/) });
  await expect(page.getByText('Paid. We are packing it.')).toBeVisible();
  await expect(page.getByText('14, 3rd Cross, Indiranagar')).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);
  const invoice = page.getByRole('link', { name: 'Tax invoice (PDF)' });
  const paper = await page.request.get((await invoice.getAttribute('href')) ?? '');
  expect(paper.headers()['content-type']).toBe('application/pdf');
  expect((await paper.body()).subarray(0, 5).toString()).toBe('%PDF-');
});

test('a paid order is cancelled by its buyer, and the money is refunded', async ({ page }) => {
  await buy(page, 'demo-wb-11');
  await cancelOrder(page);
  await expect(page.getByText('Cancelled by you')).toBeVisible();
  await expect(page.getByText(/Refund of ₹46,999/)).toBeVisible();
  await expect(page.getByText('Refund of ₹46,999 paid out')).toBeVisible({ timeout: 40_000 });
  await expect(page.getByRole('heading', { name: '₹46,999 is back with you.' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Credit note (PDF)' })).toBeVisible();
});

test('without its signature an order can be neither read nor cancelled, wherever the form came from', async ({
  page,
}) => {
  await buy(page, 'demo-ac-22');
  const { pathname, search } = new URL(page.url());
  const foreign = { headers: { origin: 'https://elsewhere.example' }, form: {} };
  for (const path of [`${pathname}/cancel`, `${pathname}/cancel?sig=guessed`, `${pathname}/pay`]) {
    expect((await page.request.post(path, foreign)).status()).toBe(404);
  }
  expect((await page.request.get(pathname)).status()).toBe(404);
  await open(page, pathname + search);
  await expect(page.getByText('Paid. We are packing it.')).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the list is there, and its filters are a form', async ({ page }) => {
    await page.goto('/products');
    await expect(page.getByText('Showing 15 products')).toBeVisible();
    await expect(page.getByText('SALE', { exact: true })).toHaveCount(5);
    await page.getByRole('button', { name: 'AC Chargers' }).click();
    await expect(page.getByText('Showing 7 products')).toBeVisible();
    await page.getByLabel('Sort', { exact: true }).selectOption('price_up');
    await page.getByLabel('Search chargers').press('Enter');
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Portable LEV Charger 3.3 kW');
    await expect(page.getByRole('button', { name: 'AC Chargers' })).toHaveAttribute('aria-pressed', 'true');
  });

  test('chargers are ticked and compared, and one is removed again', async ({ page }) => {
    await page.goto('/products');
    await page.getByRole('checkbox', { name: 'Compare Home Wallbox' }).check();
    await page.getByRole('checkbox', { name: 'Compare AC Charger 22 kW' }).check();
    await page.getByRole('button', { name: 'Compare the chosen ones' }).click();
    await expect(page.getByRole('columnheader')).toHaveCount(2);
    await page.getByRole('link', { name: 'Remove Home Wallbox' }).click();
    await expect(page.getByRole('columnheader')).toHaveText(/AC Charger 22 kW/);
    await page.goto(DETAIL);
    await page.getByRole('button', { name: 'Add to comparison' }).click();
    await expect(page.getByRole('columnheader')).toHaveText(/Home Wallbox/);
  });

  test('an order form leads to the payment page, in Hindi if it was begun in Hindi; mistakes are explained beside the entries', async ({
    page,
  }) => {
    await page.goto(DETAIL);
    await page.getByRole('radio', { name: 'Clay' }).check({ force: true });
    await openOrderForm(page);
    await expect(page.getByText('Clay · One unit')).toBeVisible();
    await fillIn(page, { ...BUYER, Pincode: '560', 'Mobile Number': '98450', 'Shipping Charges': '450' });
    await page.getByRole('button', { name: 'Place Order' }).click();
    await expect(page.getByText('2 fields.')).toBeVisible();
    await expect(page.getByLabel('Pincode')).toHaveAccessibleDescription(
      'Check the pincode. In India it has 6 digits.',
    );
    await expect(page.getByLabel('Full Name')).toHaveValue('Asha Rao');
    await page.getByLabel('Quantity').selectOption('2');
    await page.getByRole('button', { name: 'Show the new total' }).click();
    await expect(page.getByText('₹66,448')).toBeVisible();
    // The form opens in the other language. Without scripts the typed text cannot be carried over.
    await page.getByRole('link', { name: 'हिन्दी' }).click();
    await page.getByRole('navigation', { name: 'आप यहाँ हैं' }).getByRole('link', { name: 'होम वॉलबॉक्स' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
    await page.getByRole('radio', { name: 'मिट्टी' }).check({ force: true });
    await page.locator('button:visible', { hasText: 'अभी ऑर्डर करें' }).click();
    await fillIn(page, { ...BUYER_IN_HINDI, पिनकोड: '560' });
    await page.getByLabel('कितने नग').selectOption('2');
    await page.getByRole('button', { name: 'ऑर्डर करें' }).click();
    await expect(page.getByLabel('पिनकोड')).toHaveAccessibleDescription('पिनकोड जाँचें। भारत में इसमें 6 अंक होते हैं।');
    await fillIn(page, { पिनकोड: '560038' });
    await page.getByRole('button', { name: 'ऑर्डर करें' }).click();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'भुगतान रद्द हुआ' })).toBeVisible();
    await page.getByRole('button', { name: 'फिर कोशिश करें: ₹65,998 का भुगतान' }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page.getByText('भुगतान हो गया। हम पैक कर रहे हैं।')).toBeVisible();
    await expect(page.getByText('DEMO-WB-74 · मिट्टी · 2 नग')).toBeVisible();
    await page.getByText('यह ऑर्डर रद्द करें').click();
    await page.getByRole('button', { name: 'हाँ, रद्द करें' }).click();
    await expect(page.getByText('आपने रद्द किया')).toBeVisible();
  });
});

test('from the catalogue to the payment without a pointer [SCOPE-10, SCOPE-3, GATE-4]', async ({ page }) => {
  const pointerRests = await withoutPointer(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await open(page, '/products');
  await pressByKeyboard(page, 'link', 'Skip to the content');
  await pressByKeyboard(page, 'link', 'Home Wallbox 7.4 kW Type 2');
  await expect(page).toHaveTitle('Home Wallbox 7.4 kW Type 2 · Bijli');
  await tabTo(page, 'radio', 'White');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Graphite' })).toBeChecked();
  await pressByKeyboard(page, 'button', 'Order Now');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Order Now' })).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, 'textbox', 'Full Name');
  for (const entry of ['Asha Rao', 'asha@example.com', '984501220', 'Bengaluru', '560038', '14, 3rd Cross']) {
    await page.keyboard.type(entry);
    await page.keyboard.press('Tab');
  }
  await pressByKeyboard(page, 'button', 'Place Order');
  await expect(page.getByLabel('Mobile Number')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.type('7');
  await pressByKeyboard(page, 'button', 'Place Order');
  await expect(page.getByRole('alertdialog', { name: 'Order placed successfully!' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Next: pay' })).toBeFocused();
  await pointerRests();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeVisible();
});

test('Back leads to the same place in the list, and Help stays on the page', async ({ page }) => {
  await open(page, '/products');
  const card = page.getByRole('link', { name: 'DC Fast Charger 240 kW dual CCS2' });
  await card.scrollIntoViewIfNeeded();
  const left = await page.evaluate(() => Math.round(scrollY));
  expect(left).toBeGreaterThan(1000);
  await card.click();
  await expect(page.getByRole('heading', { level: 1, name: 'DC Fast Charger 240 kW' })).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(card).toBeVisible();
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(left);
  // On narrower phones it is at the foot of the page.
  await page.setViewportSize({ width: 430, height: 800 });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.getByRole('navigation', { name: 'Shop' }).getByRole('link', { name: 'Help' }).click();
  await expect(page.getByRole('link', { name: 'Chat on WhatsApp' })).toBeInViewport();
  expect(asked.filter((path) => path.startsWith('/api'))).toEqual([]);
});

test('if the code of the order form does not arrive, the form opens as a page, with what was chosen', async ({
  page,
}) => {
  await page.route(/OrderDialog-[\w-]+\.js/, (route) => route.abort());
  await open(page, '/product-order-detail/demo-wb-74');
  await page.getByTitle('Neem').click();
  await page.getByRole('checkbox', { name: /installation/ }).check();
  await openOrderForm(page);
  await expect(page.getByRole('heading', { name: 'Complete Your Order' })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('colour')).toBe('Neem');
  await expect(page.getByRole('checkbox', { name: /installation/ })).toBeChecked();
});

test('without a connection Order Now says so, the product stays, and with one it opens the order form', async ({
  page,
}) => {
  await open(page, '/product-order-detail/demo-wb-74');
  await page.getByTitle('Neem').click();
  await page.context().setOffline(true);
  await openOrderForm(page);
  await expect(page.getByRole('alert')).toHaveText('No connection. Check it, then press Order Now again.');
  await expect(page.getByRole('heading', { name: 'Home Wallbox 7.4 kW Type 2' })).toBeVisible();
  await page.context().setOffline(false);
  await openOrderForm(page);
  await expect(page.getByRole('heading', { name: 'Complete Your Order' })).toBeVisible();
  expect(new URL(page.url()).searchParams.get('colour')).toBe('Neem');
});

test('an order in this browser is found again from the head of every page', async ({ page }) => {
  await buy(page, 'demo-wb-74');
  await expect(page.locator('html[data-live]')).toBeAttached();
  await open(page, '/products');
  await page.getByRole('link', { name: 'Your orders' }).click();
  await page.getByRole('listitem').getByRole('link', { name: 'Home Wallbox 7.4 kW' }).click();
  await expect(page.getByText('Paid. We are packing it.')).toBeVisible();
  await expect(page.locator('html[data-live]')).toBeAttached();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Compare', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Nothing to compare yet' })).toBeVisible();
});

test('an unknown product is a real 404 with a way back [PRODUCT-3]', async ({ page }) => {
  const answer = await page.goto('/product-order-detail/no-such-thing');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Product not found' })).toBeVisible();
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
  await page.getByRole('link', { name: 'See all chargers' }).click();
  await expect(page.getByText('Showing 15 products')).toBeVisible();
});

test('an order with an incomplete link is a 404 that says so, also once its scripts run', async ({ page }) => {
  const answer = await page.goto('/order/O-NOBODYS?sig=guessed');
  expect(answer?.status()).toBe(404);
  await expect(page.locator('html[data-live]')).toBeAttached();
  await expect(page.getByRole('heading', { name: 'Order not found' })).toBeVisible();
});

test('search engines and link previews are told what a page is', async ({ page, stack }) => {
  await open(page, DETAIL);
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(`${stack.url}${DETAIL}`);
  const data = await page.locator('script[type="application/ld+json"]').allTextContents();
  const [product, crumbs] = data.map((text) => JSON.parse(text) as Record<string, unknown>);
  expect(product).toMatchObject({
    '@type': 'Product',
    sku: 'DEMO-WB-74',
    offers: { price: '32999.00', priceCurrency: 'INR', availability: 'https://schema.org/InStock' },
  });
  expect(crumbs).toMatchObject({ '@type': 'BreadcrumbList' });
  for (const path of ['/products', DETAIL]) {
    await open(page, path);
    const image = await page.locator('meta[property="og:image"]').getAttribute('content');
    expect((await page.request.get(image ?? '')).headers()['content-type']).toBe('image/jpeg');
  }
  const map = await (await page.request.get('/sitemap.xml')).text();
  expect(map).toContain(`<loc>${stack.url}${DETAIL}</loc>`);
  expect(await (await page.request.get('/robots.txt')).text()).toContain(`Sitemap: ${stack.url}/sitemap.xml`);
});

test('the theme that was chosen in the app takes precedence over the system’s, also for pictures', async ({
  page,
  context,
  stack,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await context.addCookies([{ name: 'theme', value: 'dark', url: stack.url }]);
  const said = browserErrors(page);
  await open(page, '/products');
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  const picture = page.locator('main li img').first();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.currentSrc)).toContain('-dark-');
  expect(said).toEqual([]);
  await context.clearCookies();
  await page.reload();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.currentSrc)).toContain('-light-');
});

test('a page of the shop loads only the shop, and the browser reports no error', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  const said = browserErrors(page);
  for (const path of ['/products?connector=2', DETAIL, '/compare?ids=demo-wb-74|demo-wb-11', `${DETAIL}/order`]) {
    await open(page, path);
  }
  expect(new Set(scripts.filter((path) => !path.startsWith('/shop/')))).toEqual(new Set(['/shop-start.js']));
  expect(said).toEqual([]);
});

test('every page of the shop is accessible, does not jump and is no wider than a phone', async ({ page }) => {
  await useEveryShopPage(page, 390, 'light');
});
