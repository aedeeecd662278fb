import type { Locator } from '@playwright/test';
import type { ChargePoint } from '@bijli/charge-point/charge-point';
import type { Sample } from '@bijli/charge-point/connector';
import { expect, test } from '../environment.ts';
import { watchLayout } from '../page-checks.ts';
import { CAR, startCharge, stopByPress } from '../steps.ts';

const STATION = 'bijli-point-hsr-layout-bengaluru';
const sampled = (chargePoint: ChargePoint) => new Promise<Sample>((resolve) => chargePoint.once('sample', resolve));

test('the curve of power and battery grows live, is complete after a reload, and is on the invoice', async ({
  page,
  journey,
}) => {
  const { chargePoint } = await journey.arriveAtCharger(page, STATION);
  await startCharge(page, STATION, chargePoint, 3);
  const curve = page.getByRole('img', { name: /^Power:/ });
  await expect(curve).toBeVisible();
  await expect(curve).toHaveAccessibleName(/Battery: from 34% to \d+%/);
  await expect(page.getByText('Began at 34%')).toBeVisible();
  // The scales are beside the curve, not on it.
  const card = page.getByRole('heading', { name: 'Power and battery' }).locator('../..');
  const [plot, power, battery] = await Promise.all(
    [curve, card.getByText(/^[\d.]+\skW$/), card.getByText('100%')].map((one) => one.boundingBox()),
  );
  if (!plot || !power || !battery) throw new Error('The curve has no scales.');
  expect(power.x + power.width).toBeLessThan(plot.x);
  expect(battery.x).toBeGreaterThan(plot.x + plot.width);

  await sampled(chargePoint);
  await sampled(chargePoint);
  const before = await page.request.get('/api-v1/user/charging-samples?booking_id=none');
  expect(before.status()).toBe(401);
  const answered = page.waitForResponse((response) => response.url().includes('/charging-samples?'));
  await page.reload();
  const { samples } = (await (await answered).json()) as { samples: { at: string; power_output: number }[] };
  expect(samples.length).toBeGreaterThan(2);
  await expect(curve).toBeVisible();

  await stopByPress(page);
  await page.waitForURL('**/payment-details');
  await expect(page.getByRole('heading', { name: 'Power and battery' })).toBeVisible();
  await expect(curve).toBeVisible();
});

test('on a small phone the car fills the space between the heading and the figures, and all figures are above the slider', async ({
  page,
  users,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const { user } = await users.prepare('charging');
  await page.goto('/login');
  await page.evaluate((signedIn) => localStorage.setItem('user', JSON.stringify(signedIn)), user);
  await page.goto('/next-charging');
  await expect(page.getByRole('heading', { name: 'Time Remaining' })).toBeVisible();
  const box = async (of: Locator) => (await of.boundingBox()) ?? { y: 0, height: 0 };
  const heading = await box(page.getByRole('heading', { level: 1 }));
  const car = await box(page.locator('[data-drawing]'));
  const level = await box(page.getByRole('progressbar'));
  const last = await box(page.getByText('to 100%, by rule of thumb'));
  const slider = await box(page.getByRole('button', { name: 'Slide to stop charging' }));
  expect(car.height).toBeGreaterThan(60);
  expect(car.y).toBeGreaterThan(heading.y + heading.height);
  expect(car.y + car.height).toBeLessThan(level.y);
  expect(last.y + last.height).toBeLessThan(slider.y);
});

test('while a car charges the map opens at its station; the end of the charge is shown there, with a link to the invoice', async ({
  page,
  journey,
}) => {
  const { chargePoint } = await journey.arriveAtCharger(page, STATION);
  await startCharge(page, STATION, chargePoint, 3);
  await page.goto('/');
  // Only a map at a high zoom has this scale.
  await expect(page.getByRole('img', { name: /^This long is/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Your Ev is charging/ })).toBeVisible();
  chargePoint.unplug(1);
  const ended = page.getByRole('status').filter({ hasText: 'Charging ended' });
  await expect(ended).toContainText(/\d\.\d{2,3}\skWh · ₹\d/);
  await ended.getByRole('link').click();
  await page.waitForURL('**/payment-details');
  await page.getByRole('link', { name: 'Back to the map' }).click();
  await expect(page.getByRole('list', { name: 'Stations on the map' })).toBeVisible();
  await expect(ended).toHaveCount(0);
});

test('the stop works by keyboard alone, is tried again after a lost network, and survives a reload [CHARGE-23, CHARGE-17, SOCKET-12]', async ({
  page,
  context,
  journey,
}) => {
  const { chargePoint } = await journey.arriveAtCharger(page, STATION);
  await startCharge(page, STATION, chargePoint, 4);
  const knob = page.getByRole('button', { name: 'Slide to stop charging' });

  // Without a network the page says that the figures are old, and that the stop did not get through.
  await context.setOffline(true);
  await expect(page.getByText(/Reconnecting · last reading/)).toBeVisible({ timeout: 60_000 });
  await stopByPress(page);
  await expect(page.getByText('It stops by itself where you chose.')).toBeVisible();
  await expect(page.getByText('Check your internet, then try again.')).toHaveCount(0);
  await expect(knob).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('Live', { exact: true })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('It stops by itself where you chose.')).toBeHidden();

  // The charge point is offline when the stop is requested. The page still knows about the stop after a reload.
  chargePoint.drop();
  await knob.focus();
  for (let key = 0; key < 10; key += 1) await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Stopping, please wait')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Stopping, please wait')).toBeVisible();
  await chargePoint.connect();
  await page.waitForURL('**/payment-details', { timeout: 40_000 });
});

test('nothing jumps on the wallet and on the charging screen while they load and update', async ({ page, journey }) => {
  const shifted = await watchLayout(page);
  const { driver, chargePoint } = await journey.arriveAtCharger(page, STATION);
  await page.goto('/wallet');
  await expect(page.getByRole('listitem').filter({ hasText: 'Credits added' })).toBeVisible();
  expect(await shifted()).toEqual({ shift: 0, by: [] });

  // The layout must not shift while the page goes from waiting for the cable to the first reading and later ones.
  await driver.start({ stationId: STATION, chargePointId: chargePoint.id, connector: 1 }, 2);
  await page.goto('/next-charging');
  await expect(page.getByText('Plug in the cable')).toBeVisible();
  chargePoint.plug(1, CAR);
  await expect(page.getByRole('heading', { name: 'Units Consumed' })).toBeVisible();
  await sampled(chargePoint);
  await sampled(chargePoint);
  expect(await shifted()).toEqual({ shift: 0, by: [] });
  await page.reload();
  await expect(page.getByRole('img', { name: /^Power:/ })).toBeVisible();
  await sampled(chargePoint);
  await sampled(chargePoint);
  expect(await shifted()).toEqual({ shift: 0, by: [] });
  await stopByPress(page);
  await page.waitForURL('**/payment-details');
});
