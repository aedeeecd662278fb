import type { Page } from '@playwright/test';
import { expect, test } from '../environment.ts';

/** Words that a Hindi page leaves in Latin letters: names, units and terms that stand on bills. */
const LATIN = /\b(Bijli|OTP|UPI|GST|kWh|kW|DC|AC|CCS2?|EV|am|pm)\b/g;
/** Names that drivers and owners have chosen. */
const NAMES = /Asha Rao|asha@example\.com|English|Charger \d|Bijli [A-Z][\w ]*/g;

/** Returns English text on the page: two words in small letters in a row. */
async function englishOn(page: Page): Promise<string[]> {
  const text = await page.locator('body').innerText();
  return (
    text
      .replaceAll(NAMES, '')
      .replaceAll(LATIN, '')
      .match(/\b[A-Za-z]?[a-z]+ [a-z]+\b/g) ?? []
  );
}

test('the app is in Hindi from the login page on, including the server’s texts and signing out [LOGIN-1, GATE-9]', async ({
  page,
  journey,
  context,
}) => {
  await page.goto('/login');
  await page.getByRole('radio', { name: 'हिन्दी' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('आपका फ़ोन नंबर क्या है?');
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi');

  // The server's messages are in Hindi too, including refusals.
  await page.getByPlaceholder('मोबाइल नंबर डालें').fill(journey.mobile);
  await page.getByRole('button', { name: 'OTP भेजें' }).click();
  await expect(page.getByRole('alert')).toContainText('आपका कोड तैयार है');
  await page.waitForURL('**/otp-verify');
  const code = await journey.codeFor(journey.mobile);
  await page.getByLabel('अंक 1').focus();
  await page.keyboard.type(code === '111111' ? '222222' : '111111');
  await page.getByRole('button', { name: 'OTP जाँचें' }).click();
  await expect(page.getByText('गलत कोड।').first()).toBeVisible();
  await expect(page.getByRole('main').getByText('कोड फिर देखें: पूरे 6 अंक, हमारे सबसे नए मैसेज से।')).toBeVisible();
  await page.getByLabel('अंक 1').fill(code);
  await page.getByRole('button', { name: 'OTP जाँचें' }).click();
  await page.waitForURL('**/basic-details');
  await page.getByLabel('नाम').fill('Asha Rao');
  await page.getByLabel('ई-मेल').fill('asha@example.com');
  await page.getByRole('button', { name: 'जानकारी सेव करें' }).click();
  await page.waitForURL((url) => url.pathname === '/');

  // A new page is in Hindi from its first frame.
  const firstHeadings: string[] = [];
  await page.exposeFunction('sawHeading', (text: string) => firstHeadings.push(text));
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const text = document.querySelector('h1')?.textContent;
      if (text) (window as unknown as { sawHeading(text: string): void }).sawHeading(text);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  await page.goto('/wallet');
  await expect(page.getByText('वॉलेट बैलेंस')).toBeVisible();
  expect(new Set(firstHeadings)).toEqual(new Set(['वॉलेट']));
  await page.getByRole('button', { name: 'क्रेडिट जोड़ें' }).click();
  await expect(page.getByRole('dialog', { name: 'क्रेडिट जोड़ें' })).toBeVisible();
  expect(await englishOn(page)).toEqual([]);

  await page.goto('/charger?id=bijli-hub-indiranagar-bengaluru');
  await expect(page.getByRole('button', { name: 'गाड़ी चुनें' })).toBeVisible();
  await expect(page.getByText('उपलब्ध', { exact: true }).first()).toBeVisible();
  // The owner has written the address, so it may be in English.
  const named = await page.locator('main').getByRole('heading', { level: 2 }).allInnerTexts();
  expect(named).toContain('चार्जर');

  // Language and theme remain when the driver signs out.
  await page.goto('/profile');
  await page.getByRole('radio', { name: 'डार्क' }).click();
  await page.getByRole('button', { name: 'साइन आउट', exact: true }).click();
  await page.waitForURL('**/login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('आपका फ़ोन नंबर क्या है?');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
  expect((await context.cookies()).map(({ name, value }) => `${name}=${value}`)).toEqual(
    expect.arrayContaining(['language=hi', 'theme=dark']),
  );
});
