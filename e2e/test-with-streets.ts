import { test as base } from './environment.ts';
import { startStreetService, type StreetService } from './street-service.ts';

/** Tests on a stack whose map gets its streets from a service of their own at another origin. */
export const test = base.extend<object, { streets: StreetService }>({
  streets: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants the pattern
    async ({}, use) => {
      const service = await startStreetService();
      await use(service);
      service.close();
    },
    { scope: 'worker' },
  ],
  serverEnv: [async ({ streets }, use) => use({ MAP_TILES_URL: streets.url }), { scope: 'worker' }],
});
