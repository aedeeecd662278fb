import { expect, type Page } from '@playwright/test';
import { accessibilityFaults, sideways, watchLayout } from './checks.ts';

/** The page of a product that is to be had. */
export const DETAIL = '/product-order-detail/demo-wb-74';

/** Opens a page of the shop and waits until it answers by itself. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('html[data-live]')).toBeAttached();
}

/** Goes through the shop's pages: each can be used by everyone, nothing on it moves while it loads, nothing sticks out. */
export async function useEveryShopPage(page: Page, width: number, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  const shifted = await watchLayout(page);
  const look = async (): Promise<void> => {
    expect(await sideways(page)).toMatchObject({ px: 0 });
    expect(await accessibilityFaults(page)).toEqual([]);
  };
  const missing = '/product-order-detail/no-such-thing';
  const outOfStock = '/product-order-detail/demo-dc001';
  const form = `${DETAIL}/order`;
  const compared = '/compare?ids=demo-wb-74|demo-wb-11|demo-ac-22';
  for (const path of ['/products', '/products?q=nothing', outOfStock, missing, '/compare', compared, form, DETAIL]) {
    // oxlint-disable-next-line no-await-in-loop
    await open(page, path);
    // oxlint-disable-next-line no-await-in-loop
    await look();
    // oxlint-disable-next-line no-await-in-loop
    expect((await shifted()).shift).toBeLessThan(0.01);
  }
  await page.locator('button:visible', { hasText: 'Order Now' }).click();
  await page.getByRole('button', { name: 'Place Order' }).click();
  await expect(page.getByText('6 fields need another look.')).toBeVisible();
  await look();
  await open(page, '/products');
  await page.getByRole('button', { name: 'Add to comparison' }).first().click();
  if (width < 768) await page.getByRole('button', { name: 'Sort and filter' }).click();
  else await page.getByText('More', { exact: true }).click();
  await look();
}
