import { expect, test } from '../environment.ts';
import { countTaps, openCheckout, waitUntilFree } from '../steps.ts';

test('a top-up is paid inside the page and is in the wallet then [TOPUP-8, SCOPE-9, API-13]', async ({
  page,
  journey,
}) => {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  await journey.arrive(page);
  const checkout = await openCheckout(page, 1000);
  expect(checkout).not.toBe(page);
  const report = page.waitForRequest('**/response-payment-phonepe');
  await checkout.getByRole('button', { name: 'Pay' }).click();
  expect((await report).postDataJSON()).toMatchObject({ code: 'CONCLUDED', checksum: expect.stringMatching(/\w/) });
  await expect(page.getByText('₹1,000.00 added to your wallet.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('button', { name: 'Add Credit' })).toBeFocused();
  await expect(page.getByRole('listitem').filter({ hasText: 'Credits added' })).toHaveCount(1);
  expect(refused).toEqual([]);
});

test('a failed top-up says so, and nothing is credited; its script was loaded with it and not before [LOADER-2]', async ({
  page,
  journey,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/web/bundle/checkout.js')) scripts.push(request.url());
  });
  await journey.arrive(page);
  await page.goto('/wallet');
  await expect(page.getByText('₹0.00').first()).toBeVisible();
  expect(scripts).toEqual([]);
  const checkout = await openCheckout(page, 500);
  expect(scripts).toHaveLength(1);
  await checkout.getByRole('button', { name: 'Fail' }).click();
  await expect(page.getByText('The payment failed. Nothing was charged.')).toBeVisible();
  await expect(page.getByText('₹0.00').first()).toBeVisible();
});

test('a cancelled top-up is shown as cancelled at once, does not change the balance and can be tried again [TOPUP-10]', async ({
  page,
  journey,
}) => {
  await journey.arrive(page);
  const checkout = await openCheckout(page, 500);
  await checkout.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('The payment was cancelled. Nothing was charged.')).toBeVisible();
  await expect(page.getByText('₹0.00').first()).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Cancelled' })).toHaveCount(1);
  await journey.topUp(page, 500);
  await expect(page.getByText('₹500.00').first()).toBeVisible();
});

test('Back closes the checkout and leads to the wallet, which says that it was cancelled [TOPUP-10]', async ({
  page,
  journey,
}) => {
  await journey.arrive(page);
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Wallet', exact: true }).first().click();
  await openCheckout(page, 500, 'open');
  await page.evaluate(() => history.back());
  await expect(page.getByText('The payment was cancelled. Nothing was charged.')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/wallet');
  await expect(page.locator('iframe')).toHaveCount(0);
});

test('without the script the browser goes to the provider’s page and returns [TOPUP-5, LOADER-5]', async ({
  page,
  journey,
}) => {
  await journey.arrive(page);
  await page.route('**/web/bundle/checkout.js', (route) => route.abort());
  expect(await openCheckout(page, 500)).toBe(page);
  await page.getByRole('button', { name: 'Pay' }).click();
  await page.waitForURL('**/wallet?payment=*');
  await expect(page.getByText('₹500.00 added to your wallet.')).toBeVisible();
});

test('a payment of another amount is refunded automatically, and the wallet says so [TOPUP-12]', async ({
  page,
  journey,
  stack,
}) => {
  await journey.arrive(page);
  const checkout = await openCheckout(page, 500);
  const orders = (await (await fetch(`${stack.sandboxUrl}/sandbox/orders`)).json()) as { merchantOrderId: string }[];
  const { merchantOrderId } = orders.at(-1) ?? {};
  await fetch(`${stack.sandboxUrl}/sandbox/quirks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ merchantOrderId, wrongAmount: true }),
  });
  await checkout.getByRole('button', { name: 'Pay' }).click();
  await expect(page.getByText('We are refunding it the way you paid.')).toBeVisible();
  await expect(async () => {
    await page.reload();
    const refund = page.getByRole('listitem').filter({ hasText: 'Refund to how you paid' });
    await expect(refund).toContainText('₹499.00', { timeout: 1000 });
    await expect(refund).toContainText('Completed', { timeout: 1000 });
  }).toPass({ timeout: 40_000 });
  await expect(page.getByText('₹0.00').first()).toBeVisible();
});

test('a charge that the wallet cannot pay leads through a top-up back to its sheet with all choices, and stops at its percentage: six taps at the charger, three of them for the top-up [SHEET-18, SHEET-20]', async ({
  page,
  journey,
}) => {
  // No other journey has a charge point at this station, so no connector there is better.
  const station = 'bijli-point-sarjapur-road-bengaluru';
  const chargePoint = await journey.ownChargePoint(station);
  const driver = await journey.arrive(page);
  await driver.addVehicle('MH12AB1234');
  await driver.topUp(38.2);
  await waitUntilFree(driver, station);
  const { tap, taps } = countTaps();
  await page.context().grantPermissions(['geolocation']);
  const { properties } = await driver.client.ask('chargingStation', { query: {} });
  const { latitude = 0, longitude = 0 } = properties.find(({ property_id: id }) => id === station) ?? {};
  await page.context().setGeolocation({ latitude, longitude });
  await page.goto('/');
  // A driver at the station finds the button on the card. From farther away the station's page comes first, with the
  // same button.
  await tap(page.getByRole('listitem').filter({ hasText: 'Bijli Point Sarjapur Road' }).getByText('Charge Now'));
  await page.waitForURL('**/charger');
  // The most powerful free connector that fits is chosen already.
  const sheet = page.getByRole('dialog', { name: 'Charge Now' });
  await expect(sheet.getByText(chargePoint.id)).toBeVisible();
  await tap(sheet.getByRole('tab', { name: 'Percentage' }));
  // The field for the battery waits for input and has the focus.
  await expect(sheet.getByRole('textbox', { name: 'Battery now' })).toBeFocused();
  await page.keyboard.type('78');
  await expect(sheet.getByRole('button', { name: '80%' })).toHaveAttribute('aria-pressed', 'true');
  await expect(sheet.getByText('0 Credits')).toBeVisible();
  expect(taps()).toBe(2);
  await tap(sheet.getByRole('button', { name: 'Add Credits' }));

  // The wallet says what the money is for, and suggests the missing amount: a charge needs more than ₹50.
  await page.waitForURL('**/wallet');
  const credits = page.getByRole('dialog', { name: 'Add Credit' });
  await expect(credits.getByText(/^Charge to 80% · ₹/)).toBeVisible();
  await expect(credits.getByText('After adding₹50.20')).toBeVisible();
  await tap(credits.getByRole('button', { name: 'Add ₹12.00' }));
  const checkout = page.locator('iframe[title="Payment sandbox"]').contentFrame();
  await tap(checkout.getByRole('button', { name: 'Pay' }));

  await expect(sheet.getByText('₹12.00 added.')).toBeVisible();
  await expect(sheet.getByRole('tab', { name: 'Percentage' })).toHaveAttribute('aria-selected', 'true');
  await expect(sheet.getByRole('textbox', { name: 'Battery now' })).toHaveValue('78');
  await expect(sheet.getByRole('slider')).toHaveAttribute('aria-valuetext', '80%');
  await expect(page.getByRole('alert')).toHaveCount(0);
  chargePoint.plug(1, { batteryWh: 20_000, soc: 78, maxPowerW: 150_000 });
  await tap(sheet.getByRole('button', { name: 'Proceed to Pay' }));
  expect(taps()).toBe(6);
  await page.waitForURL('**/payment-details', { timeout: 90_000 });
  await expect(page.getByText('Reached the battery level you chose')).toBeVisible();
});
