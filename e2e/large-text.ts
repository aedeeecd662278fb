import { chromium, type Page } from '@playwright/test';
import { HEADLESS } from '@bijli/dev-stack/browser';
import { BROWSING } from './browsing.ts';

/** What is 16 px where nobody has set anything. */
const TWICE_PX = 32;

/** A page of a browser in whose settings the letters are twice as large. */
export async function withLargeText(baseURL: string, use: (page: Page) => Promise<void>): Promise<void> {
  const args = [...HEADLESS.args, `--blink-settings=defaultFontSize=${TWICE_PX}`];
  const browser = await chromium.launch({ ...HEADLESS, args });
  try {
    const context = await browser.newContext({ ...BROWSING, baseURL });
    await use(await context.newPage());
  } finally {
    await browser.close();
  }
}
