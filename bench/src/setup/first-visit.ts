import type { Browser, BrowserContext, Page } from '@playwright/test';

export const PHONE_SIZE = { width: 390, height: 844 };

/** A phone whose driver is signed in but has never opened a page of ours. */
export async function newVisitor(browser: Browser, token: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: PHONE_SIZE, serviceWorkers: 'block', locale: 'en-IN' });
  const user = { token, name: 'Asha Rao', email: 'asha@example.com' };
  await context.addInitScript((entry) => localStorage.setItem('user', JSON.stringify(entry)), user);
  return context;
}

/** When the page set this performance mark, in ms since the click on its address. */
export async function timeOfMark(page: Page, name: string): Promise<number> {
  const checkOne = (name: string) => performance.getEntriesByName(name)[0]?.startTime;
  const moment = await page.waitForFunction(checkOne, name, { timeout: 120_000, polling: 50 });
  return (await moment.jsonValue()) ?? Number.NaN;
}
