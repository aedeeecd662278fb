import { expect, type Page } from '@playwright/test';

type Role = Parameters<Page['getByRole']>[0];

/** As many stops as a page of ours has at most. */
const MAX_STOPS = 200;

/**
 * Presses Tab until something of that role and name has the focus, as a screen reader would announce it, and its focus can
 * be seen.
 */
export async function tabTo(page: Page, role: Role, name: string | RegExp): Promise<void> {
  const focused = page
    .getByRole(role, { name, ...(typeof name === 'string' && { exact: true }) })
    .and(page.locator(':focus'));
  await expect(page.getByRole(role, { name }).first()).toBeAttached();
  for (let stops = 0; stops < MAX_STOPS; stops += 1) {
    if ((await focused.count()) > 0) return expect(page.locator(':focus-visible')).toHaveCount(1);
    await page.keyboard.press('Tab');
  }
  throw new Error(`No press of Tab leads to ${role} ${name}.`);
}

/** The same, and presses it. */
export async function pressByKeyboard(page: Page, role: Role, name: string | RegExp): Promise<void> {
  await tabTo(page, role, name);
  await page.keyboard.press('Enter');
}

/** Notes what gets the focus from now on, however soon it loses it again; answers the words of all of it so far. */
export async function noteFocus(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const noted: string[] = [];
    Object.assign(window, { noted });
    addEventListener('focusin', ({ target }) => noted.push((target as Element).textContent.trim()));
  });
  return () => page.evaluate(() => (window as unknown as { noted: string[] }).noted);
}

/** Fails the test at its end when a pointer was used. */
export async function withoutPointer(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    addEventListener('pointerdown', () => sessionStorage.setItem('pointer-used', 'yes'), true);
  });
  return async () => expect(await page.evaluate(() => sessionStorage.getItem('pointer-used'))).toBeNull();
}
