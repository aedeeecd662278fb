import { CHROMIUM } from '@bijli/world/browser';
import { defineConfig } from '@playwright/test';

/** Journeys in the machine's own Chromium, two files at a time, each worker with a world of its own. */
export default defineConfig({
  projects: ['journeys', 'matrix', 'pictures'].map((name) => ({ name, testDir: name })),
  outputDir: '../test-results/journeys',
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: 'list',
  use: {
    viewport: { width: 390, height: 844 },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // Journeys that are about the service worker let it in; the others look at the network themselves.
    serviceWorkers: 'block',
    trace: 'retain-on-failure',
    launchOptions: CHROMIUM,
  },
});
