import { expect, test } from '../environment.ts';

test('Bangalore finds Bengaluru, a filter for free plugs shortens the list, and a station is saved and found again [SCOPE-5, SEARCH-2, FILTER-3]', async ({
  page,
  journey,
}) => {
  const station = 'bijli-point-hsr-layout-bengaluru';
  await journey.ownChargePoint(station);
  await journey.arrive(page);

  await page.goto('/list-chargers');
  await page.getByRole('link', { name: 'Search' }).click();
  await page.waitForURL('**/search');
  const box = page.getByPlaceholder('Search charger,city,state....');
  await expect(box).toBeFocused();
  await box.fill('Bangalore');
  const found = page.getByRole('tabpanel', { name: 'Stations found' });
  const cards = found.getByRole('listitem').filter({ has: page.getByRole('heading') });
  await expect(found.getByRole('link', { name: 'Bengaluru Karnataka' })).toBeVisible();
  const count = found.getByRole('status');
  const stationCount = async (): Promise<number> => Number.parseInt((await count.textContent()) ?? '', 10);
  await expect(count).toHaveText(/^\d+ stations$/);
  const all = await stationCount();
  await expect(cards.first()).toContainText('Bengaluru');

  // Filters by a connector type, and by free connectors.
  await page.getByRole('button', { name: 'Filter' }).click();
  const panel = page.getByRole('dialog', { name: 'Filter' });
  await panel.getByRole('button', { name: /^CCS2/ }).click();
  await panel.getByRole('switch', { name: /^Available/ }).click({ force: true });
  await expect(panel.getByRole('status')).toHaveText(/^Shows \d+ stations?$/);
  await panel.getByRole('button', { name: 'Apply Filter' }).click();
  await expect(panel).toBeHidden();
  await expect(page.getByRole('button', { name: 'Filter, 2 chosen' })).toBeVisible();
  await expect(found.locator('[aria-busy=true]')).toHaveCount(0);
  expect(await stationCount()).toBeLessThan(all);
  // Other charge points come and go, so the two numbers are compared until both are from the same moment.
  await expect.poll(async () => (await cards.count()) - (await stationCount())).toBe(0);
  await expect(cards.filter({ hasText: 'Unavailable' })).toHaveCount(0);

  // The choices apply to other screens and later visits too.
  await page.goto('/list-chargers');
  await expect(page.getByRole('button', { name: 'Remove CCS2' })).toBeVisible();
  await page.goBack();
  await expect(box).toHaveValue('Bangalore');

  await found.getByRole('link', { name: /HSR Layout/ }).click();
  await page.waitForURL('**/charger');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('HSR Layout');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Saved' })).toBeVisible();

  await page.goto('/saved-charger-list');
  const saved = page.getByRole('link', { name: /HSR Layout/ });
  await expect(saved).toContainText('Available');
  await page.getByRole('button', { name: /^Remove .*HSR Layout.* from saved$/ }).click();
  await expect(page.getByRole('heading', { name: 'No Saved Stations' })).toBeVisible();
  // The toast does not lie over it, so nobody waits for that to go.
  await page.getByRole('button', { name: 'Undo' }).click({ timeout: 2500 });
  await expect(saved).toBeVisible();
});
