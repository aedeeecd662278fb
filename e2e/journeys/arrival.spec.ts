import type { Page } from '@playwright/test';
import { expect, test } from '../environment.ts';

/** A screen reader starts at the focused element and reads its name. */
const startsAt = (page: Page, name: string) => expect(page.getByRole('main', { name })).toBeFocused();

test('a new screen begins at its content and announces its name, whether the driver goes forward or back', async ({
  page,
  journey,
}) => {
  await journey.arrive(page);
  await page.goto('/profile');
  await expect(page.getByRole('main', { name: 'PROFILE' })).toBeVisible();
  // The browser itself has loaded this page, so the app does not move the focus.
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY');

  await page.getByRole('link', { name: 'Charging sessions' }).click();
  await startsAt(page, 'Charging Sessions');
  await page.getByRole('button', { name: 'Back' }).click();
  await startsAt(page, 'PROFILE');

  await page.getByRole('link', { name: 'Map' }).click();
  await startsAt(page, 'Map');
  await page.getByRole('link', { name: 'List of stations' }).click();
  await startsAt(page, 'stations');
  await page.goBack();
  await startsAt(page, 'Map');
  await page.goForward();
  await startsAt(page, 'stations');
});
