import type { Page } from '@playwright/test';
import type { Sample } from '@bijli/charge-point/connector';
import { stickerPath } from '@bijli/contract/sticker';
import { expect, test } from '../environment.ts';
import { fakeCamera } from '../fake-camera.ts';
import { CAR, chooseConnector, countTaps, invoiceOnScreen, slideToStop, startCharge } from '../steps.ts';

/** Records live frames. `waitFor` fails if no frame with this text arrives within a second. */
function liveFrames(page: Page): { waitFor(text: string): Promise<void> } {
  const received: string[] = [];
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => received.push(String(payload))));
  return {
    waitFor: (text) =>
      expect.poll(() => received.some((frame) => frame.includes(text)), { timeout: 1_000, intervals: [20] }).toBe(true),
  };
}

test('from a phone number to the invoice, by hand on the screens [SCOPE-4, MAP-2, CHARGE-18]', async ({
  page,
  journey,
}) => {
  await page.goto('/');
  await page.waitForURL('**/login');
  await journey.signIn(page);

  // The whole network is on the map and in the list.
  await expect(page.getByRole('list', { name: 'Stations on the map' }).getByRole('listitem').first()).toBeVisible();
  await page.getByRole('link', { name: 'List of stations' }).click();
  await expect(page.getByText('1,540 stations')).toBeVisible();
  const openFreeStation = async (): Promise<void> => {
    const free = page.getByRole('link', { name: /^Bijli Highway Stop/ }).first();
    await expect(free).toContainText('Available');
    await free.click();
    await page.waitForURL('**/charger');
  };
  await openFreeStation();

  // The app asks for a vehicle before a connector can be chosen.
  await chooseConnector(page, 'Charger 1');
  await expect(page.getByText('Please select a vehicle.')).toBeVisible();
  await page.getByRole('button', { name: 'Choose a vehicle' }).click();
  await page.getByRole('dialog').getByText('Add New').click();
  await page.waitForURL('**/manage-vehicles');
  await page.getByRole('button', { name: /Tata Nexon EV Max/ }).click();
  await page.getByRole('button', { name: 'Add Vehicle' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('mh 12-ab 1234');
  await page.getByRole('dialog').getByRole('button', { name: 'Add Vehicle' }).click();
  await expect(page.getByText('Vehicle added.')).toBeVisible();
  // The page leads back to the station that asked for a vehicle.
  await page.waitForURL('**/charger');

  await journey.topUp(page, 500);
  await expect(page.getByText('₹500.00').first()).toBeVisible();

  await page.goto('/list-chargers');
  await openFreeStation();
  await chooseConnector(page, 'Charger 1');
  await page.getByRole('button', { name: 'Charge Now' }).click();
  const sheet = page.getByRole('dialog');
  for (let unit = 0; unit < 2; unit += 1) await sheet.getByRole('button', { name: /more|increase|add/i }).click();
  await expect(sheet.getByText('Energy2 kWh')).toBeVisible();
  await sheet.getByRole('button', { name: 'Proceed to Pay' }).click();
  await page.waitForURL('**/next-charging');

  await expect(page.getByRole('heading', { name: 'Units Consumed' })).toBeVisible({ timeout: 30_000 });
  const units = page.getByRole('heading', { name: 'Units Consumed' }).locator('..');
  const first = await units.textContent();
  await expect.poll(() => units.textContent()).not.toBe(first);

  await slideToStop(page);
  await page.waitForURL('**/payment-details');
  await expect(page.getByText(/EV\d\d\/\d{4}\/\d{6}/)).toBeVisible();
  await expect(page.getByText('Tata Nexon EV Max / LR 40.5 kWh')).toBeVisible();

  // Invoice, wallet and ledger agree to the paisa.
  const invoice = await invoiceOnScreen(page);
  await page.goto('/wallet');
  await expect(page.getByText(`₹${(500 - invoice.total_amount).toFixed(2)}`).first()).toBeVisible();
  expect(invoice.total_amount).toBe(Math.round((invoice.amount + invoice.cgst + invoice.sgst) * 100) / 100);

  // With a second vehicle as the default, a charge takes six taps from the map.
  const { tap, taps } = countTaps();
  await page.goto('/');
  await tap(page.getByRole('button', { name: 'Menu' }));
  await tap(page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Manage vehicles' }));
  await tap(page.getByRole('tab', { name: 'Mahindra' }));
  await tap(page.getByRole('tabpanel').getByRole('button').first());
  await tap(page.getByRole('button', { name: 'Add Vehicle' }));
  await page.keyboard.type('ka 05 mr 4521');
  await tap(page.getByRole('dialog').getByRole('button', { name: 'Add as default vehicle' }));
  await expect(page.getByRole('listitem').filter({ hasText: 'KA 05 MR 4521' })).toContainText('Default');
  expect(taps()).toBe(6);
});

test('from the scanned sticker to a running charge; live figures are the charger’s own, pushed within a second of the frame and without a request; a repeated charge has its own [CHARGE-8, SOCKET-2]', async ({
  page,
  journey,
  stack,
}) => {
  const station = 'bijli-point-hsr-layout-bengaluru';
  const frames = liveFrames(page);
  const { chargePoint } = await journey.arriveAtCharger(page, station);
  chargePoint.plug(1, CAR);
  // The camera shows the charge point's sticker.
  await fakeCamera(page, `${stack.url}${stickerPath({ charger: chargePoint.id, connector: 1 })}`);
  await page.goto('/');
  await page.getByRole('button', { name: 'Menu' }).click();
  // The map has a link of this name too, which the menu covers.
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Scan' }).click();
  await page.getByRole('button', { name: 'Use the camera' }).click();
  await expect(page.getByRole('status').filter({ hasText: `You’re at ${chargePoint.id}, plug 1` })).toBeVisible();
  await page.getByRole('button', { name: 'Charge Now' }).click();
  await page.getByRole('dialog').getByRole('slider').fill('3');
  await page.getByRole('dialog').getByRole('button', { name: 'Proceed to Pay' }).click();
  await expect(page.getByRole('heading', { name: 'Units Consumed' })).toBeVisible({ timeout: 30_000 });

  // By now the page has asked for the earlier readings.
  await expect(page.getByRole('img', { name: /^Power:/ })).toBeVisible();
  const requests: string[] = [];
  // The page may fetch the code of other screens in advance, but it may not ask for figures.
  page.on('request', (request) => request.url().includes('/assets/') || requests.push(request.url()));
  const units = page.getByRole('heading', { name: 'Units Consumed' }).locator('..');
  const { meterStartWh: start = 0 } = chargePoint.connector(1).transaction ?? {};
  for (let seen = 0; seen < 3; seen += 1) {
    const sample = await new Promise<Sample>((resolve) => chargePoint.once('sample', resolve));
    await frames.waitFor(sample.at.toISOString());
    // The shown number takes a second to reach its value.
    await expect(units).toContainText(((sample.registerWh - start) / 1000).toFixed(2), { timeout: 2_000 });
  }
  expect(requests).toEqual([]);

  const meter = new Promise<{ meterStartWh: number; stopped?: { meterStopWh: number } }>((resolve) =>
    chargePoint.once('transactionStopped', resolve),
  );
  await slideToStop(page);
  await page.waitForURL('**/payment-details');
  const { meterStartWh, stopped } = await meter;
  const wh = (stopped?.meterStopWh ?? 0) - meterStartWh;
  await expect(page.getByText(new RegExp(`${(wh / 1000).toFixed(2)}|${(wh / 1000).toFixed(3)}`)).first()).toBeVisible();

  // A second charge is another session, so nothing of the first one may be shown.
  const first = await invoiceOnScreen(page);
  chargePoint.unplug(1);
  await startCharge(page, station, chargePoint, 3);
  await slideToStop(page);
  await page.waitForURL('**/payment-details');
  const second = await invoiceOnScreen(page);
  expect(second.booking_id).not.toBe(first.booking_id);
  expect(second.invoice_number).not.toBe(first.invoice_number);
});
