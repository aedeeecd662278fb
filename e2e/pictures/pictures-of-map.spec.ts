import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect } from '../environment.ts';
import { TOWN } from '../invented-town.ts';
import { test } from '../test-with-streets.ts';
import { keepRows } from './picture.ts';

test.use({
  serviceWorkers: 'block',
  permissions: ['geolocation'],
  geolocation: { latitude: TOWN.latitude - 0.004, longitude: TOWN.longitude - 0.006 },
});

const FOLDER = fileURLToPath(new URL('../../docs/screens/map/', import.meta.url));
/** The zooms of the specification. The page opens at 14. */
const ZOOMS = [4, 7, 10, 13, 15];
const OPENS_AT = 14;
const WIDTH = 260;
const SIZE = { width: 390, height: 844 };

/** Keeps one picture with the map at each zoom, side by side. */
async function strip(page: Page, name: string): Promise<void> {
  const shots: Buffer[] = [];
  let zoom = OPENS_AT;
  await page.locator('canvas.maplibregl-canvas').focus();
  for (const wanted of ZOOMS.toReversed()) {
    for (; zoom !== wanted; zoom += Math.sign(wanted - zoom)) {
      await page.keyboard.press(wanted > zoom ? '+' : '-');
      // A zoom step takes a third of a second, and longer on a busy machine. Two presses during one step would count as
      // one.
      await page.waitForTimeout(1200);
    }
    await page.waitForTimeout(3500);
    shots.unshift(
      await sharp(await page.screenshot())
        .resize(WIDTH)
        .toBuffer(),
    );
  }
  const height = Math.round((SIZE.height * WIDTH) / SIZE.width);
  const background = '#808080';
  mkdirSync(FOLDER, { recursive: true });
  await sharp({ create: { width: ZOOMS.length * (WIDTH + 4), height, channels: 3, background } })
    .composite(shots.map((input, index) => ({ input, left: index * (WIDTH + 4), top: 0 })))
    .webp({ quality: 55 })
    .toFile(`${FOLDER}${name}.webp`);
}

const canvas = (page: Page) => page.locator('canvas.maplibregl-canvas');

for (const scheme of ['light', 'dark'] as const) {
  for (const how of ['streets', 'none', 'dies'] as const) {
    test(`picture of the map, ${scheme}: ${how}`, async ({ page, journey, streets }) => {
      streets.isDead = how === 'none';
      await page.setViewportSize(SIZE);
      await page.emulateMedia({ colorScheme: scheme });
      await journey.arrive(page);
      await page.goto(`/?lat=${TOWN.latitude}&lng=${TOWN.longitude}`);
      await expect(canvas(page)).toBeVisible();
      if (how !== 'none') await expect(page.getByText('© Invented Streets')).toBeVisible();
      if (how === 'dies') streets.isDead = true;
      await strip(page, `${how}-${scheme}`);
    });
  }
}

test('picture of the redrawn map-streets', async ({ page, journey, streets }) => {
  streets.isDead = false;
  await journey.arrive(page);
  await keepRows('next/map-streets', page, async () => {
    await page.goto(`/?lat=${TOWN.latitude}&lng=${TOWN.longitude}`);
    await expect(page.getByText('© Invented Streets')).toBeVisible();
    await page.waitForLoadState('networkidle');
  });
});

test('picture of names in Hindi', async ({ page, journey, streets }) => {
  streets.isDead = false;
  await page.setViewportSize(SIZE);
  await journey.arrive(page);
  await page.context().addCookies([{ name: 'language', value: 'hi', url: new URL('/', page.url()).href }]);
  await page.goto(`/?lat=${TOWN.latitude}&lng=${TOWN.longitude}`);
  await expect(page.getByText('© Invented Streets')).toBeVisible();
  await page.waitForTimeout(1000);
  mkdirSync(FOLDER, { recursive: true });
  await sharp(await page.screenshot({ clip: { x: 60, y: 150, width: 320, height: 300 } }))
    .webp({ quality: 80 })
    .toFile(`${FOLDER}names-in-hindi.webp`);
});
