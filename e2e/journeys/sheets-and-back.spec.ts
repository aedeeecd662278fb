import { expect, test } from '../environment.ts';
import { chooseConnector } from '../steps.ts';

const STATION = 'bijli-point-hsr-layout-bengaluru';

test('Back closes an open sheet, and the page and what was chosen on it stay', async ({ page, journey }) => {
  const { chargePoint } = await journey.arriveAtCharger(page, STATION);
  // The app’s first page: there is none before it to come back from.
  await page.goto(`/charger?id=${STATION}`);
  const own = page.getByRole('region', { name: chargePoint.id }).getByRole('radio').first();
  await expect(async () => {
    await chooseConnector(page, chargePoint.id);
    await expect(own).toBeChecked({ timeout: 2_000 });
  }).toPass();
  const sheet = page.getByRole('dialog');
  for (const opener of ['Charge Now', /^Tata/, 'Report a problem']) {
    const button = page.getByRole('main').or(page.getByRole('region')).getByRole('button', { name: opener }).first();
    await button.scrollIntoViewIfNeeded();
    const scrolled = await page.evaluate(() => scrollY);
    // A click might scroll.
    await button.dispatchEvent('click');
    await expect(sheet).toBeVisible();
    await page.goBack();
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL(new RegExp(`/charger\\?id=${STATION}$`));
    await expect(own).toBeChecked();
    expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  }

  // Closed by its button, a sheet leaves no step behind: one Back leaves the app.
  await page.getByRole('button', { name: 'Report a problem' }).click();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(sheet).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(/\/health\/live$/);
});

test('what navigates away from a sheet, and comes back, needs no more steps than without it', async ({
  page,
  journey,
}) => {
  await journey.arriveAtCharger(page, STATION);
  await page.goto('/profile');
  const sheet = page.getByRole('dialog');

  // The menu: its link, back to the page, and Back with the menu open.
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByRole('link', { name: 'List of stations' }).click();
  await page.waitForURL('**/list-chargers');
  await page.getByRole('button', { name: /^Filter/ }).click();
  await expect(sheet.getByRole('heading', { name: 'Filter' })).toBeVisible();
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/\/list-chargers$/);
  await page.goBack();
  await page.waitForURL('**/profile');

  // A sheet that is left for another screen is open again on the way back.
  await page.getByRole('link', { name: 'Map' }).click();
  await page.goto(`/charger?id=${STATION}`);
  await page.getByRole('button', { name: /^Tata/ }).click();
  await sheet.getByRole('button', { name: 'Add New' }).click();
  await page.waitForURL('**/manage-vehicles');
  await page.goBack();
  await page.waitForURL('**/charger?id=*');
  await expect(sheet.getByRole('button', { name: 'Add New' })).toBeVisible();
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/\/charger\?id=/);
});
