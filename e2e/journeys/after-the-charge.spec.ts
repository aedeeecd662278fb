import type { Page } from '@playwright/test';
import { expect, test } from '../environment.ts';
import { CAR, startChargeHere, slideToStop } from '../steps.ts';

const STATION = 'bijli-point-hsr-layout-bengaluru';

test('after a charge: the invoice on paper, a review that others read, a complaint, and help [SCOPE-4, INVOICE-4, HELP-2]', async ({
  page,
  journey,
}) => {
  const { chargePoint } = await journey.arriveAtCharger(page, STATION);
  chargePoint.plug(1, CAR);
  await page.goto(`/charger?id=${STATION}`);
  await expect(page.getByRole('link', { name: 'Reviews' })).toBeVisible();
  await startChargeHere(page, chargePoint, 3);
  const units = page.getByRole('heading', { name: 'Units Consumed' }).locator('..');
  await expect(units).not.toContainText(' 0.00', { timeout: 30_000 });
  await slideToStop(page);
  await page.waitForURL('**/payment-details');

  await printInvoice(page);
  await writeReview(page);
  await readReview(page);
  await fileComplaint(page);
  await lookForHelp(page);
});

/** Checks that the screen prints as one page, with everything that a tax invoice needs and without bars. */
async function printInvoice(page: Page): Promise<void> {
  const number =
    (await page
      .getByText(/^EV\d\d\/\d{4}\/\d{6}$/)
      .first()
      .textContent()) ?? '';

  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  // Paper is white, also if the app is dark.
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light');
  const sheet = page.getByRole('heading', { name: 'Tax invoice' }).locator('../..');
  for (const fact of [number, '998714', 'CGST 9%', 'SGST 9%', 'asha@example.com'])
    await expect(sheet).toContainText(fact);
  await expect(page.getByRole('link', { name: 'Review and Rate' })).toBeHidden();
  await page.emulateMedia({ media: null, colorScheme: null });
  await expect(sheet).toBeHidden();
}

/** Gives the stars with the keyboard alone. */
async function writeReview(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Review and Rate' }).click();
  await page.waitForURL('**/add-review');
  await page.getByRole('radio', { name: '1 star of 5' }).focus();
  for (let star = 1; star < 5; star += 1) await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Excellent')).toBeVisible();
  await page.getByRole('button', { name: 'Fast Charging' }).click();
  await page.getByRole('button', { name: 'Cleanliness' }).click();
  await page.getByLabel('Comment').fill('The lane is lit at night.');
  await page.getByRole('button', { name: 'Add Review' }).click();
  await expect(page.getByText('Thank you for your review.')).toBeVisible();
  await page.waitForURL('**/payment-details');
}

/** Finds the review under the station's reviews, with the histogram. */
async function readReview(page: Page): Promise<void> {
  await page.goto(`/charger?id=${STATION}`);
  await page.getByRole('link', { name: 'See reviews' }).click();
  await page.waitForURL('**/reviews');
  await expect(
    page.getByRole('list', { name: 'How many gave how many stars' }).getByRole('listitem').first(),
  ).toHaveText(/5 stars: 1, 100%/);
  const card = page.getByRole('listitem').filter({ hasText: 'The lane is lit at night.' });
  for (const fact of ['Asha R.', 'Charged here', 'Fast Charging', 'Cleanliness'])
    await expect(card).toContainText(fact);
}

/** The card of the session shows the driver's rating and opens the invoice, where a complaint is filed. */
async function fileComplaint(page: Page): Promise<void> {
  await page.goto('/charging-sessions');
  const charge = page.getByRole('tabpanel').getByRole('link').first();
  await expect(charge).toContainText('You Rate 5.0');
  await charge.click();
  await page.getByRole('button', { name: 'Report a problem' }).click();
  const report = page.getByRole('dialog');
  await report.getByText('Charging stops too early').click();
  await expect(report.getByRole('radio', { name: 'Charging stops too early' })).toBeChecked();
  await report.getByLabel('What happened?').fill('It stopped at 3 units.');
  await report.getByRole('button', { name: 'Send report' }).click();
  await expect(report.getByRole('status')).toContainText('Reference');
  await report.getByRole('button', { name: 'Done' }).click();
}

/** Opens help from the menu. The greeting names the session. */
async function lookForHelp(page: Page): Promise<void> {
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Help Center' }).first().click();
  await expect(page.getByRole('heading', { name: 'Help Center' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Chat on WhatsApp/ })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/\d+\?text=Hello/,
  );
  await expect(page.getByRole('link', { name: /Call support/ })).toHaveAttribute('href', /^tel:\+?\d+$/);
  await page.getByText('What if the charger does not start?').click();
  await expect(page.getByText('A failed start costs nothing')).toBeVisible();
}
