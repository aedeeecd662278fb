import { expect, test } from '../environment.ts';
import { CAR } from '../steps.ts';

const STATION = 'bijli-hub-indiranagar-bengaluru';

test('a card is added by its number, starts a charge that the app shows live, stops it, and starts none once it is blocked [OCPP-20, OCPP-22]', async ({
  page,
  journey,
}) => {
  const { chargePoint } = await journey.arriveAtCharger(page, STATION);

  await page.goto('/profile');
  await page.getByRole('link', { name: 'My charging cards' }).click();
  await expect(page.getByText('No cards yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add a card' }).first().click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Card number').fill('04 a2 2b 1a 90 10 80');
  await sheet.getByLabel('Name').fill('Key ring');
  await sheet.getByRole('button', { name: 'Save' }).click();
  const card = page.getByRole('listitem').filter({ hasText: 'Key ring' });
  await expect(card).toContainText('Ready');

  chargePoint.plug(1, CAR);
  expect(await chargePoint.present(1, '04A22B1A901080')).toBe(true);
  await page.goto('/');
  await page.getByRole('link', { name: /Your Ev is charging/ }).click();
  await expect(page.getByRole('heading', { name: 'Units Consumed' })).toBeVisible({ timeout: 30_000 });
  await chargePoint.present(1, '04A22B1A901080');
  await page.waitForURL('**/payment-details', { timeout: 40_000 });

  await page.goto('/cards');
  await card.getByRole('button').click();
  await sheet.getByRole('button', { name: 'Block' }).click();
  await expect(page.getByText('Card blocked. It starts nothing.')).toBeVisible();
  await expect(card).toContainText('Blocked');
  chargePoint.unplug(1);
  chargePoint.plug(1, CAR);
  expect(await chargePoint.present(1, '04A22B1A901080')).toBe(false);
});
