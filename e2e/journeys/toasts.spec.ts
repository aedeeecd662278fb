import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../environment.ts';

const LASTS_MS = 3000;
/** Enough time for the movement of a toast on a busy machine. */
const MOVEMENT_MS = 2000;

/** Makes the wallet refuse an amount, and returns the toast that says so. */
async function refusal(page: Page) {
  await page.goto('/wallet');
  await page.getByRole('button', { name: 'Add Credit' }).click();
  const sheet = page.getByRole('dialog', { name: 'Add Credit' });
  await sheet.getByRole('textbox').fill('99999999999999');
  await sheet.getByRole('button', { name: /^Add ₹/ }).click();
  const toast = page.locator('.Toastify__toast').filter({ hasText: /^At most ₹[\d,]+ can be added at a time\.$/ });
  await expect(toast).toBeVisible();
  return toast;
}

/** A toast takes no clicks before it has come in. */
const cameIn = (toast: Locator) =>
  toast.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));

async function placeOf(toast: Locator) {
  const box = await toast.boundingBox();
  if (!box) throw new Error('The toast is not to be seen.');
  return box;
}

/** The durations of the animations of a toast and its contents, in ms. */
function timesOf(toast: Locator): Promise<unknown[]> {
  return toast.evaluate((element) =>
    element.getAnimations({ subtree: true }).map((one) => one.effect?.getComputedTiming().duration),
  );
}

test('a toast is at the top centre in the colour of its kind; a click or a swipe closes it at once [TOAST-1, TOAST-3]', async ({
  page,
  journey,
}) => {
  await journey.arrive(page);
  const clicked = await refusal(page);
  await cameIn(clicked);
  const box = await placeOf(clicked);
  const { width = 0 } = page.viewportSize() ?? {};
  expect(box.y).toBeLessThan(80);
  expect(Math.abs(box.x + box.width / 2 - width / 2)).toBeLessThan(2);
  await expect(clicked).toHaveClass(/Toastify__toast-theme--colored/);
  await expect(clicked).toHaveClass(/Toastify__toast--error/);
  await clicked.click();
  await expect(clicked).toHaveCount(0, { timeout: 1500 });

  const drawn = await refusal(page);
  await cameIn(drawn);
  const from = await placeOf(drawn);
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width + 200, from.y + from.height / 2, { steps: 5 });
  await page.mouse.up();
  await expect(drawn).toHaveCount(0, { timeout: 1500 });
});

test('a toast closes by itself after three seconds, even under a pointer [TOAST-2, TOAST-4]', async ({
  page,
  journey,
}) => {
  await journey.arrive(page);
  const toast = await refusal(page);
  const shown = Date.now();
  // The toast's bar runs for as long as the toast stays. The test does not measure the end, which a busy machine may
  // notice late.
  expect(await timesOf(toast)).toContain(LASTS_MS);
  await expect(toast).toHaveCount(0);
  expect(Date.now() - shown).toBeGreaterThan(LASTS_MS - 1000);

  const rested = await refusal(page);
  await rested.hover();
  await expect(rested).toHaveCount(0, { timeout: LASTS_MS + MOVEMENT_MS });
});
