import type { Page } from '@playwright/test';
import { signIn } from '@bijli/dev-stack/driver';
import { expect, type Journey, test } from '../environment.ts';
import { pressByKeyboard, tabTo, withoutPointer } from '../keyboard.ts';

test('a whole charge by keyboard alone, from the phone number to the invoice [SCOPE-4, CHARGE-23]', async ({
  page,
  journey,
  stack,
}) => {
  const noPointerWasUsed = await withoutPointer(page);
  await signInByKeyboard(page, journey);
  await page.waitForURL(`${stack.url}/`);
  // The payment provider's pages are not ours, so the top-up is made over the API.
  await (await signIn(stack.url, journey.mobile)).topUp(500);

  await pressByKeyboard(page, 'link', 'List of stations');
  await page.waitForURL('**/list-chargers');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('List of stations');
  await pressByKeyboard(page, 'link', /^Bijli .* Available .*CCS2/);
  await page.waitForURL('**/charger');
  await addVehicle(page);
  await buyTwoUnits(page);
  await followAndStop(page);
  await noPointerWasUsed();
});

/** Goes from the first page to the map. */
async function signInByKeyboard(page: Page, journey: Journey): Promise<void> {
  const focused = page.locator(':focus');
  // The first field of each sign-in page has the focus.
  await page.goto('/');
  await page.waitForURL('**/login');
  await expect(focused).toHaveAccessibleName('Phone number');
  await page.keyboard.type(journey.mobile);
  await pressByKeyboard(page, 'button', 'Send OTP');
  await page.waitForURL('**/otp-verify');
  await expect(focused).toHaveAccessibleName('Digit 1');
  await page.keyboard.type(await journey.codeFor(journey.mobile));
  // After the last digit the focus moves to the button.
  await expect(focused).toHaveAccessibleName('Verify OTP');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/basic-details');
  await expect(focused).toHaveAccessibleName('Name');
  await page.keyboard.type('Asha Rao');
  await tabTo(page, 'textbox', 'Email');
  await page.keyboard.type('asha@example.com');
  await pressByKeyboard(page, 'button', 'Save Information');
}

/** Starts at a station, whose sheet of vehicles leads to the form and back. */
async function addVehicle(page: Page): Promise<void> {
  const focused = page.locator(':focus');
  const sheet = page.getByRole('dialog');
  // A sheet takes the focus when it opens, and returns it when it closes.
  await pressByKeyboard(page, 'button', 'Choose a vehicle');
  await expect(sheet).toHaveAccessibleName('Your vehicle');
  await expect(sheet.locator(':focus').or(sheet.and(focused))).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await expect(focused).toHaveAccessibleName('Choose a vehicle');
  await page.keyboard.press('Enter');
  await pressByKeyboard(page, 'button', 'Add New');
  await page.waitForURL('**/manage-vehicles');
  await pressByKeyboard(page, 'button', /Tata Nexon EV Max/);
  await pressByKeyboard(page, 'button', 'Add Vehicle');
  await expect(focused).toHaveAccessibleName(/registration number/);
  await page.keyboard.type('mh 12-ab 1234');
  await pressByKeyboard(page, 'button', 'Add Vehicle');
  await expect(page.getByRole('alert')).toHaveText('Vehicle added.');

  // The first vehicle becomes the default, so the station asks for nothing more.
  await page.waitForURL('**/charger');
  await expect(page.getByRole('button', { name: /Tata Nexon EV Max/ })).toBeVisible();
  await expect(sheet).toHaveCount(0);
}

async function buyTwoUnits(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog');
  // A free connector that fits is chosen already. The arrow keys choose another.
  await tabTo(page, 'radio', /CCS2.*Available/);
  await expect(page.getByRole('radio', { checked: true })).toBeFocused();
  await pressByKeyboard(page, 'button', 'Charge Now');
  await expect(sheet).toHaveAccessibleName('Charge Now');
  await tabTo(page, 'slider', 'How much');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.locator(':focus')).toHaveAttribute('aria-valuetext', /^2\skWh$/);
  await expect(sheet.getByText('Energy2 kWh')).toBeVisible();
  await pressByKeyboard(page, 'button', /^Proceed to Pay/);
}

/** Goes from the running session to its invoice. */
async function followAndStop(page: Page): Promise<void> {
  // A screen reader announces progress without being asked.
  await page.waitForURL('**/next-charging');
  await expect(page.getByRole('status').filter({ hasText: /Please wait for|kWh, ₹/ })).toBeAttached();
  await expect(page.getByRole('heading', { name: 'Units Consumed' })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', /\d/);
  await expect(page.getByRole('status').filter({ hasText: /kWh, ₹/ })).toBeAttached();
  // A session that is stopped before any energy has flowed has no invoice.
  await expect(page.getByRole('heading', { name: 'Units Consumed' }).locator('..')).not.toContainText('0.00');
  await tabTo(page, 'button', 'Slide to stop charging');
  await page.keyboard.press('Enter');
  // One key may be a mistake: the answer that has the focus changes nothing.
  await expect(page.locator(':focus')).toHaveText('Keep charging');
  await pressByKeyboard(page, 'button', 'Stop charging');

  await page.waitForURL('**/payment-details');
  await expect(page.getByText(/EV\d\d\/\d{4}\/\d{6}/).first()).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
}
