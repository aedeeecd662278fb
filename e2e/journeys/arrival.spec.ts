import type { Page } from '@playwright/test';
import { expect, test } from '../environment.ts';

/** Where a screen reader starts, and what it tells of the place. */
const startsAt = (page: Page, name: string) => expect(page.getByRole('main', { name })).toBeFocused();

test('a screen is started at its content and told by its name, whether the driver goes on to it or comes back', async ({
  page,
  journey,
}) => {
  await journey.arrive(page);
  await page.goto('/profile');
  await expect(page.getByRole('main', { name: 'PROFILE' })).toBeVisible();
  // The browser has loaded this one, and starts it itself.
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');

  await page.getByRole('link', { name: 'Charging sessions' }).click();
  await startsAt(page, 'Charging Sessions');
  await page.getByRole('button', { name: 'Back' }).click();
  await startsAt(page, 'PROFILE');

  await page.getByRole('link', { name: 'Map' }).click();
  await startsAt(page, 'Map');
  await page.getByRole('link', { name: 'List of chargers' }).click();
  await startsAt(page, 'Chargers');
  await page.goBack();
  await startsAt(page, 'Map');
  await page.goForward();
  await startsAt(page, 'Chargers');
});
