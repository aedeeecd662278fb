import type { Page } from '@playwright/test';
import { INDIA } from '@bijli/contract/geo';
import { watchLayout } from '../checks.ts';
import { expect, test } from '../world.ts';

test.use({
  permissions: ['geolocation'],
  geolocation: { latitude: 12.9716, longitude: 77.5946 },
  serviceWorkers: 'block',
});

const me = (page: Page) => page.getByRole('img', { name: 'You are here' });

async function middleOf(page: Page): Promise<{ x: number; y: number }> {
  const box = await me(page).boundingBox();
  if (!box) throw new Error('The driver is nowhere on the map.');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** What bars leave free of the map. */
async function freeArea(page: Page): Promise<{ top: number; bottom: number; width: number }> {
  const search = await page.getByRole('link', { name: 'Search charger' }).boundingBox();
  const cards = await page.getByRole('list', { name: 'Stations on the map' }).boundingBox();
  return { top: search ? search.y + search.height : 0, bottom: cards?.y ?? 0, width: 390 };
}

test('the first view is fitted to the India box: its corners are clear of all bars, and nothing smaller would hold them [MAP-3] [MAP-4] [CONST-3]', async ({
  page,
  context,
  journey,
}) => {
  await journey.signIn(page);
  const corners: { x: number; y: number }[] = [];
  const { south, west, north, east } = INDIA;
  expect([south, west, north, east]).toEqual([6.74, 68.147, 35.674, 97.344]);
  for (const [latitude, longitude] of [
    [south, west],
    [north, east],
  ] as const) {
    await context.setGeolocation({ latitude, longitude });
    await page.goto('/');
    await expect(me(page)).toBeVisible();
    corners.push(await middleOf(page));
  }
  const { top, bottom, width } = await freeArea(page);
  const [southWest = { x: 0, y: 0 }, northEast = { x: 0, y: 0 }] = corners;
  expect(southWest.x).toBeGreaterThanOrEqual(0);
  expect(northEast.x).toBeLessThanOrEqual(width);
  expect(northEast.y).toBeGreaterThanOrEqual(top);
  expect(southWest.y).toBeLessThanOrEqual(bottom);
  const across = (northEast.x - southWest.x) / width;
  const down = (southWest.y - northEast.y) / (bottom - top);
  expect(Math.max(across, down)).toBeGreaterThan(0.9);
});

test('Locate me brings the driver’s own place to the middle of what bars leave free [MAP-18] [MAP-3]', async ({
  page,
  journey,
}) => {
  await journey.signIn(page);
  await expect(me(page)).toBeVisible();
  const before = await middleOf(page);
  await page.getByRole('button', { name: 'Locate me' }).click();
  await expect
    .poll(
      async () => {
        const { top, bottom, width } = await freeArea(page);
        const { x, y } = await middleOf(page);
        return Math.hypot(x - width / 2, y - (top + bottom) / 2);
      },
      { timeout: 30_000 },
    )
    .toBeLessThan(12);
  expect(await middleOf(page)).not.toEqual(before);
});

test('a map that could not be loaded comes back by itself with the network', async ({ page, context, journey }) => {
  await journey.signIn(page);
  await page.route(/StationMap|india-basemap/, (route) => route.abort());
  await page.goto('/');
  const banner = page.getByText('The map did not load');
  await expect(banner).toBeVisible();
  // The cards go on without it.
  await expect(page.getByRole('list', { name: 'Stations on the map' }).getByRole('listitem').first()).toBeVisible();
  await page.unroute(/StationMap|india-basemap/);
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(page.locator('canvas.maplibregl-canvas')).toBeVisible();
  await expect(banner).toHaveCount(0);
});

test('a map that nobody touches is not drawn again and again', async ({ page, journey }) => {
  await page.addInitScript(() => {
    const { prototype } = WebGL2RenderingContext;
    const { drawElements } = prototype;
    let drawn = 0;
    prototype.drawElements = function (...drawing) {
      drawn += 1;
      return drawElements.apply(this, drawing);
    };
    Object.assign(globalThis, { drawn: () => drawn });
  });
  await journey.signIn(page);
  await expect(page.getByRole('list', { name: 'Stations on the map' }).getByRole('listitem').first()).toBeVisible();
  /** How much is drawn while so many frames go by. */
  const drawnIn = (frames: number) =>
    page.evaluate(async (most) => {
      const { drawn } = globalThis as unknown as { drawn: () => number };
      const before = drawn();
      for (let frame = 0; frame < most; frame += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other is what frames are
        await new Promise(requestAnimationFrame);
      }
      return drawn() - before;
    }, frames);
  await expect.poll(() => drawnIn(60)).toBe(0);
});

test('on a slow phone the cards take the place that was kept for them', async ({ page, journey }) => {
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await journey.signIn(page);
  await expect(page.getByRole('list', { name: 'Stations on the map' }).getByRole('listitem').first()).toBeVisible();
  const shifted = await watchLayout(page);
  await page.goto('/');
  await expect(page.getByRole('list', { name: 'Stations on the map' }).getByRole('listitem').first()).toBeVisible();
  const { shift, by } = await shifted();
  expect(shift, by.join()).toBeLessThan(0.02);
});
