import { defineConfig } from '@playwright/test';
import { HEADLESS } from '@bijli/dev-stack/browser';
import { BROWSER_SETTINGS } from './browser-settings.ts';

/** Journeys in the machine's own Chromium, two files at a time. Each worker has its own stack. */
export default defineConfig({
  projects: ['journeys', 'matrix', 'pictures', 'engines'].map((name) => ({ name, testDir: name })),
  globalSetup: './demo-data.ts',
  outputDir: '../test-results/journeys',
  workers: 2,
  timeout: 240_000,
  // A slow machine without a graphics processor may take half a minute for the first picture of the movable map.
  expect: { timeout: 45_000 },
  forbidOnly: Boolean(process.env['CI']),
  reporter: 'list',
  use: {
    ...BROWSER_SETTINGS,
    // `--trace retain-on-failure` keeps the page at each step, and takes an eighth more of the processor.
    screenshot: 'only-on-failure',
    launchOptions: HEADLESS,
  },
});
