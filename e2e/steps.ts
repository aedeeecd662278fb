import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import type { ChargePoint } from '@bijli/charge-point/charge-point';
import type { Invoice } from '@bijli/contract/charging';
import type { Driver } from '@bijli/dev-stack/driver';

/** A car that takes all the power of a journey's charge point. */
export const CAR = { batteryWh: 60_000, soc: 34, maxPowerW: 150_000 };

/** Taps a charge point's first connector. */
export async function chooseConnector(page: Page, chargePoint: string): Promise<void> {
  const radio = page.getByRole('region', { name: chargePoint }).getByRole('radio').first();
  await expect(radio).toBeEnabled();
  // A picture covers the radio button.
  await radio.click({ force: true });
}

/**
 * Waits until the list says that a charge can start at the station. If a map or list is opened earlier, the station
 * comes after the free ones there.
 */
export async function waitUntilFree({ client }: Driver, stationId: string): Promise<void> {
  const status = async () => {
    const { properties } = await client.ask('chargingStation', { query: {} });
    return properties.find(({ property_id: id }) => id === stationId)?.status;
  };
  await expect.poll(status).toBe(1);
}

/** Taps, and counts the taps of a task. Tapping a field counts, typing into it does not. */
export function countTaps() {
  let taps = 0;
  return {
    tap: async (what: Locator): Promise<void> => {
      taps += 1;
      await what.click();
    },
    taps: (): number => taps,
  };
}

/** Where the payment provider's buttons are: on its page, or in its frame on our page. */
export type Checkout = Page | FrameLocator;

/** Opens the wallet unless it is open, chooses a quick amount, and goes on to the payment provider's checkout. */
export async function openCheckout(page: Page, rupees: number, wallet?: 'open'): Promise<Checkout> {
  if (wallet !== 'open') await page.goto('/wallet');
  await page.getByRole('button', { name: 'Add Credit' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add Credit' });
  await sheet.getByRole('button', { name: String(rupees), exact: true }).click();
  await sheet.getByRole('button', { name: /^Add ₹/ }).click();
  const frame = page.locator('iframe[title="Payment sandbox"], iframe[title="Razorpay Checkout"]');
  const cancel = page.getByRole('button', { name: 'Cancel' });
  await expect(frame.or(cancel)).toBeVisible();
  if ((await frame.count()) === 0) return page;
  const checkout = frame.contentFrame();
  await expect(checkout.getByRole('button', { name: 'Cancel' })).toBeVisible();
  // A click at something in a moving frame would miss.
  await frame.click({ trial: true });
  return checkout;
}

/** Drags the knob all the way to the right. */
export async function slideToStop(page: Page): Promise<void> {
  const knob = await page.getByRole('button', { name: /stop/i }).boundingBox();
  if (!knob) throw new Error('There is no stop control.');
  const [x, y] = [knob.x + knob.width / 2, knob.y + knob.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 180, y, { steps: 8 });
  await page.mouse.move(x + 380, y, { steps: 8 });
  await page.mouse.up();
}

/** Presses the knob without a pointer, and answers that the charge is to stop. */
export async function stopByPress(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Slide to stop charging' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Stop charging' }).press('Enter');
}

/** Returns the invoice that the page has received for what it shows. */
export async function invoiceOnScreen(page: Page): Promise<Invoice> {
  let invoice: Invoice | undefined;
  const answered = page.waitForResponse(async (response) => {
    if (!response.url().includes('/payment-details?')) return false;
    // The answer cannot be read any more once its page is left.
    invoice = await response.json().then(
      ({ data }: { data: Invoice }) => data,
      () => undefined,
    );
    return invoice !== undefined;
  });
  await page.reload();
  await answered;
  if (!invoice) throw new Error('The page was answered no invoice.');
  return invoice;
}

/** Plugs a car in, and goes from the station's page to the live figures of the session. */
export async function startCharge(page: Page, station: string, chargePoint: ChargePoint, units: number): Promise<void> {
  chargePoint.plug(1, CAR);
  await page.goto(`/charger?id=${station}`);
  await startChargeHere(page, chargePoint, units);
}

/** Does the same on an open station page with a car plugged in. */
export async function startChargeHere(page: Page, chargePoint: ChargePoint, units: number): Promise<void> {
  const chargeNow = page.getByRole('button', { name: 'Charge Now' });
  await expect(async () => {
    // A click on a moving page would miss.
    await chooseConnector(page, chargePoint.id);
    await expect(chargeNow).toBeEnabled({ timeout: 2_000 });
  }).toPass();
  await chargeNow.click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('slider').fill(String(units));
  await sheet.getByRole('button', { name: 'Proceed to Pay' }).click();
  await expect(page.getByRole('heading', { name: 'Units Consumed' })).toBeVisible({ timeout: 30_000 });
}
