import { expect, test } from '../environment.ts';
import { openCheckout } from '../steps.ts';

test.use({ providerName: 'razorpay', fleet: 'none' });

const SCRIPT = '**/v1/checkout.js';

test('a top-up opens razorpay’s popup when it is needed; a failed try leaves it open, a good one is in the wallet [TOPUP-7, LOADER-2, API-12]', async ({
  page,
  journey,
}) => {
  const refused: string[] = [];
  const scripts: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  page.on('request', (request) => {
    if (request.url().endsWith('/v1/checkout.js')) scripts.push(request.url());
  });
  await journey.arrive(page);
  await page.goto('/wallet');
  await expect(page.getByText('₹0.00').first()).toBeVisible();
  expect(scripts).toEqual([]);

  const popup = await openCheckout(page, 1000);
  expect(scripts).toHaveLength(1);
  await popup.getByRole('button', { name: 'Fail' }).click();
  await popup.getByRole('button', { name: 'Pay' }).click();
  await page.waitForURL('**/wallet?payment=*');
  await expect(page.getByText('₹1,000.00 added to your wallet.')).toBeVisible();
  await expect(page.getByText('₹1,000.00').first()).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('listitem').filter({ hasText: 'Credits added' })).toHaveCount(1);
  expect(refused).toEqual([]);
});

test('a popup that is closed says so, charges nothing and can be opened again without loading its script again [TOPUP-10, LOADER-3]', async ({
  page,
  journey,
}) => {
  await journey.arrive(page);
  let loads = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/v1/checkout.js')) loads += 1;
  });
  await page.goto('/wallet');
  const add = async (): Promise<void> => {
    // The previous sheet, which has a button with the same name, is still moving out.
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'Add Credit' }).click();
    const sheet = page.getByRole('dialog', { name: 'Add Credit' });
    await sheet.getByRole('button', { name: '500', exact: true }).click();
    await sheet.getByRole('button', { name: /^Add ₹/ }).click();
  };
  const popup = page.frameLocator('iframe[title="Razorpay Checkout"]');
  await add();
  await popup.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('The payment was cancelled. Nothing was charged.')).toBeVisible();
  await expect(page.getByText('₹0.00').first()).toBeVisible();
  await add();
  await popup.getByRole('button', { name: 'Pay' }).click();
  await expect(page.getByText('₹500.00 added to your wallet.')).toBeVisible();
  expect(loads).toBe(1);
});

test('if the script of a checkout cannot be loaded the page says so after three tries, and stays usable [LOADER-5]', async ({
  page,
  journey,
}) => {
  await journey.arrive(page);
  let tries = 0;
  await page.route(SCRIPT, (route) => {
    tries += 1;
    return route.abort();
  });
  await page.goto('/wallet');
  await page.getByRole('button', { name: 'Add Credit' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add Credit' });
  await sheet.getByRole('button', { name: '500', exact: true }).click();
  await sheet.getByRole('button', { name: /^Add ₹/ }).click();
  await expect(page.getByText('The payment page didn’t open. Please try again.')).toBeVisible();
  expect(tries).toBe(3);
  await page.unroute(SCRIPT);
  await journey.topUp(page, 500);
  await expect(page.getByText('₹500.00 added to your wallet.')).toBeVisible();
});
