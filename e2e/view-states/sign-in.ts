import { heading, type ViewState } from './view-state.ts';

const signingIn = { mobile_no: '9876543299', resend_at: 4_102_444_800_000 };

/** Signing in. */
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
    name: 'otp-verify-dead',
    variant: true,
    path: '/otp-verify',
    state: () => ({ ...signingIn, resend_at: 0 }),
    act: async ({ page, messages }) => {
      // No code was sent to this number.
      await page.getByLabel(messages.otp.digit(1)).fill('482913');
      await page.getByRole('button', { name: messages.otp.verify }).click();
    },
    shows: ({ page, messages }) => page.getByText(messages.otp.deadTitle, { exact: true }),
  },
  {
    name: 'basic-details',
    role: 'newcomer',
    path: '/basic-details',
    shows: (view) => heading(view, view.messages.basicDetails.heading),
  },
];
