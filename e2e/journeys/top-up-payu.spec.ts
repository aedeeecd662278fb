import { expect, test } from '../environment.ts';
import { openCheckout } from '../steps.ts';

test.use({ providerName: 'payu', fleet: 'none' });

test('a top-up through payu goes by forms to its page and back, and is in the wallet then [TOPUP-4, TOPUP-5, TOPUP-11]', async ({
  page,
  journey,
}) => {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  await journey.arrive(page);
  await journey.topUp(page, 1000);
  await expect(page.getByText('₹1,000.00 added to your wallet.')).toBeVisible();
  await expect(page.getByText('₹1,000.00').first()).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Credits added' })).toHaveCount(1);
  expect(refused).toEqual([]);
});

test('a top-up that is cancelled at payu says so, and nothing is credited [TOPUP-10]', async ({ page, journey }) => {
  await journey.arrive(page);
  const checkout = await openCheckout(page, 500);
  await checkout.getByRole('button', { name: 'Cancel' }).click();
  await page.waitForURL('**/wallet?payment=*');
  await expect(page.getByText('The payment was cancelled. Nothing was charged.')).toBeVisible();
  await expect(page.getByText('₹0.00').first()).toBeVisible();
});
