import { expect, test as base } from '../environment.ts';
import { startMapService, type MapService } from '../map-service.ts';

const test = base.extend<object, { mapService: MapService }>({
  mapService: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants the pattern
    async ({}, use) => {
      const service = await startMapService();
      await use(service);
      service.close();
    },
    { scope: 'worker' },
  ],
  serverEnv: [
    async ({ mapService }, use) => use({ MAP_STYLE_URL: `${mapService.origin}/style.json?key={key}`, MAP_KEY: 'k1' }),
    { scope: 'worker' },
  ],
});
test.use({ serviceWorkers: 'block', fleet: 'none' });

const OWN = 'Natural Earth';

const stylesOf = ({ asked }: MapService) => asked.filter((path) => path.startsWith('/style'));

test('the configured map service is loaded with its key, after two failures, and shown with its attribution [LOADER-1]', async ({
  page,
  journey,
  mapService,
}) => {
  await journey.arrive(page);
  await page.goto('/');
  // Waits for the requests of the first visit, which are not counted.
  await expect(page.getByText('© Their maps')).toBeVisible();
  mapService.asked.length = 0;
  mapService.failures = 2;
  await page.goto('/');
  await expect(page.getByText('© Their maps')).toBeVisible();
  expect(stylesOf(mapService)).toEqual(Array(3).fill('/style.json?key=k1'));
  expect(mapService.asked.some((path) => /^\/\d+\/\d+\/\d+\.png\?key=k1$/.test(path))).toBe(true);
  await expect(page.getByText(OWN)).toHaveCount(0);
});

test('if a service fails three retries our own map is shown, which says so; the service returns with the network [LOADER-1, LOADER-5]', async ({
  page,
  context,
  journey,
  mapService,
}) => {
  await journey.arrive(page);
  await page.goto('/');
  // Waits for the requests of the first visit, which are not counted.
  await expect(page.getByText('© Their maps')).toBeVisible();
  mapService.asked.length = 0;
  mapService.failures = 4;
  await page.goto('/');
  await expect(page.getByRole('status').filter({ hasText: 'The detailed map did not load' })).toBeVisible();
  await expect(page.locator('canvas')).toBeVisible();
  await expect(page.getByText(OWN)).toBeVisible();
  expect(stylesOf(mapService)).toEqual(Array(4).fill('/style.json?key=k1'));
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(page.getByText('© Their maps')).toBeVisible();
  await expect(page.getByText('The detailed map did not load')).toHaveCount(0);
});
