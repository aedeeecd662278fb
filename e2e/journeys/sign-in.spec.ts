import { expect, test } from '../environment.ts';

test('a wrong code is overwritten from its first digit, also with equal digits; Backspace on Verify deletes the sixth', async ({
  page,
}) => {
  await page.goto('/login');
  await page.getByRole('textbox').fill('9812345671');
  await page.getByRole('button', { name: 'Send OTP' }).click();
  const boxes = page.getByRole('textbox', { name: /^Digit/ });
  const typed = () => boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).value).join(''));
  await boxes.first().focus();
  await page.keyboard.type('111111');
  await expect(page.getByRole('button', { name: 'Verify OTP' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(boxes.first()).toBeFocused();
  await expect(boxes.first()).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.type('112345');
  expect(await typed()).toBe('112345');
  await page.keyboard.press('Backspace');
  await expect(boxes.last()).toBeFocused();
  await page.keyboard.type('6');
  expect(await typed()).toBe('112346');
});
