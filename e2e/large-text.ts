import { chromium, type Page } from '@playwright/test';
import { HEADLESS } from '@bijli/dev-stack/browser';
import { BROWSER_SETTINGS } from './browser-settings.ts';

/** Twice the usual size of 16 px. */
const TWICE_PX = 32;

/** Opens a page in a browser whose settings double the size of letters. */
export async function withLargeText(baseURL: string, use: (page: Page) => Promise<void>): Promise<void> {
  const args = [...HEADLESS.args, `--blink-settings=defaultFontSize=${TWICE_PX}`];
  const browser = await chromium.launch({ ...HEADLESS, args });
  try {
    const context = await browser.newContext({ ...BROWSER_SETTINGS, baseURL });
    await use(await context.newPage());
  } finally {
    await browser.close();
  }
}
