import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { writePmtiles } from '@bijli/server/testing/pmtiles-file';
import { expect, test as base } from '../environment.ts';
import { TOWN } from '../invented-town.ts';
import { townTile, type StreetService } from '../street-service.ts';
import { test } from '../test-with-streets.ts';

test.use({ serviceWorkers: 'block', fleet: 'none' });

const TOWN_PAGE = `/?lat=${TOWN.latitude}&lng=${TOWN.longitude}`;
const THEIRS = '© Invented Streets';
const OWN = 'Natural Earth';
/** The colour of motorways. Nothing in our own basemap has it. */
const MOTORWAY = [0xf7, 0xe3, 0xb4];

/** True if the picture contains enough of the motorway colour, so that streets are visible. */
async function streetsSeen(page: Page): Promise<boolean> {
  const { data } = await sharp(await page.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let found = 0;
  for (let pixel = 0; pixel < data.length; pixel += 3)
    if (MOTORWAY.every((value, index) => Math.abs((data[pixel + index] ?? 0) - value) < 3)) found += 1;
  return found > 1000;
}

const tilesOf = ({ asked }: StreetService) => asked.filter((path) => path.endsWith('.pbf'));

test('streets of a service are drawn over our basemap with its attribution, after two failures, and none are requested for the view of all India [LOADER-1]', async ({
  page,
  journey,
  streets,
}) => {
  await journey.arrive(page);
  await page.goto('/');
  await page.getByRole('region', { name: 'Map of charging stations' }).focus();
  await page.waitForFunction(() => performance.getEntriesByName('map-drawn').length > 0);
  await expect(page.getByText(OWN)).toBeVisible();
  expect(tilesOf(streets)).toEqual([]);
  streets.asked.length = 0;
  streets.failures = 2;
  await page.goto(TOWN_PAGE);
  await expect(page.getByText(THEIRS)).toBeVisible();
  await expect(page.getByText(OWN)).toHaveCount(0);
  await expect.poll(() => streetsSeen(page)).toBe(true);
  expect(streets.asked.filter((path) => path === '/planet')).toHaveLength(3);
  expect(tilesOf(streets).length).toBeGreaterThan(0);
});

test('if a service fails half-way our basemap is shown, which says so; the service returns with the network [LOADER-1, LOADER-5]', async ({
  page,
  context,
  journey,
  streets,
}) => {
  await journey.arrive(page);
  await page.goto(TOWN_PAGE);
  await expect.poll(() => streetsSeen(page)).toBe(true);
  const scale = page.getByRole('img', { name: /^This long is/ });
  await expect(scale).toHaveCount(0);
  streets.isDead = true;
  await page.locator('canvas.maplibregl-canvas').focus();
  await page.keyboard.press('-');
  await expect(page.getByRole('status').filter({ hasText: 'The detailed map did not load' })).toBeVisible();
  await expect(page.getByText(OWN)).toBeVisible();
  // A chart of distances takes their place.
  await expect(scale).toBeVisible();
  await expect.poll(() => streetsSeen(page)).toBe(false);
  streets.isDead = false;
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(page.getByText(THEIRS)).toBeVisible();
  await expect.poll(() => streetsSeen(page)).toBe(true);
  await expect(page.getByText('The detailed map did not load')).toHaveCount(0);
});

const withFile = base.extend<object>({
  serverEnv: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants the pattern
    async ({}, use) => {
      const file = join(mkdtempSync(join(tmpdir(), 'bijli-streets-')), 'town.pmtiles');
      const tiles = around(TOWN, [12, 13, 14]).flatMap(([z, x, y]) => {
        const data = townTile(z, x, y);
        return data ? [{ z, x, y, data }] : [];
      });
      writePmtiles(file, tiles, { attribution: '© Streets in a file' });
      await use({ MAP_TILES_FILE: file });
    },
    { scope: 'worker' },
  ],
});
withFile.use({ serviceWorkers: 'block', fleet: 'none' });

withFile('streets of a file on our own server are shown, and nobody else is asked', async ({ page, journey }) => {
  await journey.arrive(page);
  await page.goto(TOWN_PAGE);
  await expect(page.getByText('© Streets in a file')).toBeVisible();
  await expect.poll(() => streetsSeen(page)).toBe(true);
});

/** The tiles of these zooms, with their neighbours. */
function around({ latitude, longitude }: typeof TOWN, zooms: number[]): [number, number, number][] {
  return zooms.flatMap((z) => {
    const sine = Math.sin((latitude * Math.PI) / 180);
    const x = Math.floor((longitude / 360 + 0.5) * 2 ** z);
    const y = Math.floor((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** z);
    const steps = [-2, -1, 0, 1, 2];
    return steps.flatMap((right) => steps.map((down): [number, number, number] => [z, x + right, y + down]));
  });
}
