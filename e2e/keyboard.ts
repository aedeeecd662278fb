import { expect, type Page } from '@playwright/test';

type Role = Parameters<Page['getByRole']>[0];

/** No page has more elements that can take the focus. */
const MAX_STOPS = 200;

/**
 * Presses Tab until an element with this role and accessible name has the focus, and checks that its focus is visible.
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

/** Moves the focus to the element and presses it. */
export async function pressByKeyboard(page: Page, role: Role, name: string | RegExp): Promise<void> {
  await tabTo(page, role, name);
  await page.keyboard.press('Enter');
}

/** Returns a check that fails if a pointer was used. */
export async function withoutPointer(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    addEventListener('pointerdown', () => sessionStorage.setItem('pointer-used', 'yes'), true);
  });
  return async () => expect(await page.evaluate(() => sessionStorage.getItem('pointer-used'))).toBeNull();
}
