import { heading, type ViewState } from './view-state.ts';

let lastNumber = 9_876_540_000;

const signingIn = { mobile_no: '9876543299', resend_at: 4_102_444_800_000 };

/** View states of signing in. */
export const signIn: ViewState[] = [
  { name: 'login', path: '/login', shows: (view) => heading(view, view.messages.login.heading) },
  {
    name: 'otp-verify',
    path: '/otp-verify',
    state: () => signingIn,
    act: ({ page }) => page.keyboard.type('481'),
    shows: (view) => heading(view, view.messages.otp.heading),
  },
  {
    name: 'otp-verify-wrong',
    redrawn: 'otp-wrong',
    path: '/login',
    act: async ({ page, messages }) => {
      // Each number gets few codes, so every visit takes a new one.
      lastNumber += 1;
      await page.getByLabel(messages.login.number).fill(String(lastNumber));
      await page.getByRole('button', { name: messages.login.send }).click();
      await page.getByLabel(messages.otp.digit(1)).fill('000000');
      await page.getByRole('button', { name: messages.otp.verify }).click();
    },
    shows: ({ page }) => page.locator('[aria-invalid="true"]').first(),
  },
  {
    name: 'otp-verify-dead',
    redrawn: 'otp-locked',
    path: '/otp-verify',
    state: () => ({ ...signingIn, resend_at: 0 }),
    act: async ({ page, messages }) => {
      // This code is wrong, because none was sent to the number.
      await page.getByLabel(messages.otp.digit(1)).fill('482913');
      await page.getByRole('button', { name: messages.otp.verify }).click();
    },
    shows: ({ page, messages }) => page.getByText(messages.otp.deadTitle, { exact: true }),
  },
  {
    name: 'login-again',
    redrawn: 'login-401',
    role: 'charging',
    path: '/wallet',
    act: async ({ page }) => {
      await page.getByRole('main').getByRole('listitem').first().waitFor();
      // The driver has signed out everywhere on another phone.
      await page.evaluate(() => {
        const user = JSON.parse(localStorage.getItem('user') ?? '{}') as object;
        localStorage.setItem('user', JSON.stringify({ ...user, token: 'of-before' }));
      });
      await page.reload();
      await page.waitForURL('**/login');
    },
    shows: ({ page, messages }) => page.getByText(messages.login.againTitle, { exact: true }),
  },
  {
    name: 'basic-details',
    role: 'newcomer',
    path: '/basic-details',
    shows: (view) => heading(view, view.messages.basicDetails.heading),
  },
];
