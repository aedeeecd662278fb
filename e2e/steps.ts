import { expect, type Page } from '@playwright/test';
import type { Invoice } from '@bijli/contract/charging';

/** Adds the first vehicle of the catalogue by the pages. */
export async function addVehicle(page: Page): Promise<void> {
  await page.goto('/manage-vehicles');
  await page.getByRole('tabpanel').getByRole('button').first().click();
  await page.getByRole('button', { name: 'Add Vehicle' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('MH12AB1234');
  await page.getByRole('dialog').getByRole('button', { name: 'Add Vehicle' }).click();
  await expect(page.getByText('Vehicle added.')).toBeVisible();
}

/** Taps a charger's first connector. */
export async function chooseConnector(page: Page, charger: string): Promise<void> {
  // The radio itself is hidden behind the picture that stands for it.
  await page.getByRole('region', { name: charger }).getByRole('radio').first().click({ force: true });
}

/** From the wallet to the payment provider's page, for one of the quick amounts. */
export async function openCheckout(page: Page, rupees: number): Promise<void> {
  await page.goto('/wallet');
  await page.getByRole('button', { name: 'Add Credit' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add Credit' });
  await sheet.getByRole('button', { name: String(rupees), exact: true }).click();
  await sheet.getByRole('button', { name: 'Add Credit' }).click();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
}

/** Draws the knob all the way to the right. */
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

/** The invoice behind the page that is shown, as the page was answered it. */
export async function invoiceOnScreen(page: Page): Promise<Invoice> {
  const answered = page.waitForResponse((response) => response.url().includes('/payment-details?'));
  await page.reload();
  return ((await (await answered).json()) as { data: Invoice }).data;
}
