import { openCheckout } from '../steps.ts';
import { expect, test } from '../world.ts';

test('a top-up that is paid is in the wallet when the browser comes back [TOPUP-8] [SCOPE-9]', async ({
  page,
  journey,
}) => {
  await journey.signIn(page);
  await journey.topUp(page, 1000);
  await expect(page.getByText('₹1,000.00').first()).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Credits added' })).toHaveCount(1);
});

test('a top-up that fails says so, and nothing is credited', async ({ page, journey }) => {
  await journey.signIn(page);
  await openCheckout(page, 500);
  await page.getByRole('button', { name: 'Fail' }).click();
  await page.waitForURL('**/wallet?payment=*');
  await expect(page.getByText('The payment failed. Nothing was charged.')).toBeVisible();
  await expect(page.getByText('₹0.00').first()).toBeVisible();
});

test('a top-up that is cancelled leaves the balance alone and can be tried again [TOPUP-10]', async ({
  page,
  journey,
}) => {
  await journey.signIn(page);
  await openCheckout(page, 500);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForURL('**/wallet?payment=*');
  await expect(page.getByText('₹0.00').first()).toBeVisible();
  await journey.topUp(page, 500);
  await expect(page.getByText('₹500.00').first()).toBeVisible();
});
