import { expect, type Page } from '@playwright/test';
import { accessibilityFaults, sideways, watchLayout } from './checks.ts';

/** The page of a product that is to be had. */
export const DETAIL = '/product-order-detail/demo-wb-74';

/** Who buys. */
export const BUYER = {
  'Full Name': 'Asha Rao',
  Email: 'asha@example.com',
  'Mobile Number': '9845012207',
  City: 'Bengaluru',
  Pincode: '560038',
  'Full Address': '14, 3rd Cross, Indiranagar',
};

/** Opens a page of the shop and waits until it answers by itself. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator('html[data-live]')).toBeAttached();
}

/** Writes into fields by their labels. */
export async function fillIn(page: Page, entries: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(entries)) await page.getByLabel(label).fill(value);
}

/** Opens the order form on a product's page. */
export async function openOrderForm(page: Page): Promise<void> {
  await page.locator('button:visible', { hasText: 'Order Now' }).click();
}

/** Calls an order off on its page, which asks once more. */
export async function cancelOrder(page: Page): Promise<void> {
  await page.getByText('Cancel this order').click();
  await page.getByRole('button', { name: 'Yes, cancel it' }).click();
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
  for (const path of [
    '/products',
    '/products?q=nothing',
    outOfStock,
    missing,
    '/compare',
    compared,
    '/orders',
    form,
    DETAIL,
  ]) {
    await open(page, path);
    await look();
    expect((await shifted()).shift).toBeLessThan(0.01);
  }
  await openOrderForm(page);
  await page.getByRole('button', { name: 'Place Order' }).click();
  await expect(page.getByText('6 fields need another look.')).toBeVisible();
  await look();
  await open(page, '/products');
  await page
    .getByRole('checkbox', { name: /^Compare / })
    .first()
    .check();
  if (width < 768) await page.getByRole('button', { name: 'Sort and filter' }).click();
  else await page.getByText('More', { exact: true }).click();
  await look();
}
