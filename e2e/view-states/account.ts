import { heading, button, sheet, fails, goOffline, offlineBanner, type ViewState } from './view-state.ts';

/** View states of the wallet, the profile and notifications. */
export const account: ViewState[] = [
  {
    name: 'wallet',
    role: 'charging',
    path: '/wallet',
    shows: ({ page, messages }) => page.getByText(messages.wallet.held).first(),
  },
  {
    name: 'wallet-empty',
    role: 'empty',
    path: '/wallet',
    shows: (view) => heading(view, view.messages.wallet.emptyTitle),
  },
  {
    name: 'wallet-huge',
    role: 'rich',
    path: '/wallet',
    shows: ({ page }) => page.getByText('9,99,99,999').first(),
  },
  {
    name: 'wallet-offline',
    redrawn: 'wallet-offline',
    role: 'regular',
    path: '/wallet',
    act: async (view) => {
      await view.page.getByRole('listitem').first().waitFor();
      await goOffline(view);
    },
    shows: offlineBanner,
  },
  {
    name: 'wallet-credit',
    role: 'regular',
    path: '/wallet',
    state: () => ({ popopen: true }),
    act: (view) => sheet(view).getByRole('button', { name: '1000', exact: true }).click(),
    shows: (view) => sheet(view).getByRole('button', { name: view.messages.wallet.add('₹1,000.00') }),
  },
  {
    name: 'wallet-error',
    role: 'empty',
    path: '/wallet',
    before: fails('get-wallet'),
    shows: (view) => button(view, view.messages.common.tryAgain),
  },
  { name: 'profile', role: 'regular', path: '/profile', shows: ({ page }) => page.getByText('Asha Rao').first() },
  {
    name: 'profile-long',
    role: 'rich',
    path: '/profile',
    shows: ({ page }) => page.getByText('Venkata').first(),
  },
  {
    name: 'profile-edit',
    role: 'regular',
    path: '/profile',
    act: (view) => button(view, view.messages.profile.edit).click(),
    shows: sheet,
  },
  {
    name: 'profile-business',
    role: 'rich',
    path: '/profile',
    act: (view) => button(view, view.messages.profile.edit).click(),
    shows: ({ page, messages }) => page.getByLabel(messages.profile.business.address),
  },
  {
    name: 'cards',
    role: 'regular',
    path: '/cards',
    shows: ({ page }) => page.getByText('04 A2 2B 1A'),
  },
  {
    name: 'cards-empty',
    role: 'empty',
    path: '/cards',
    shows: (view) => heading(view, view.messages.cards.emptyTitle),
  },
  {
    name: 'cards-refused',
    role: 'empty',
    path: '/cards',
    act: async (view) => {
      await button(view, view.messages.cards.add).click();
      await sheet(view).getByRole('textbox').first().fill('12');
      await sheet(view).getByRole('button', { name: view.messages.cards.save }).click();
    },
    shows: (view) => sheet(view).getByRole('alert'),
  },
  {
    name: 'cards-menu',
    role: 'regular',
    path: '/cards',
    act: (view) => button(view, view.messages.cards.menu('Blue card')).click(),
    shows: sheet,
  },
  {
    name: 'notifications',
    role: 'regular',
    path: '/notifications',
    shows: ({ page }) => page.getByRole('main').getByRole('listitem').first(),
  },
  {
    name: 'notifications-empty',
    role: 'empty',
    path: '/notifications',
    shows: (view) => heading(view, view.messages.notifications.emptyTitle),
  },
  {
    name: 'sign-out-everywhere',
    role: 'regular',
    path: '/profile',
    act: (view) => button(view, view.messages.account.signOutEverywhere).click(),
    shows: sheet,
  },
  {
    name: 'personal-data',
    role: 'regular',
    path: '/profile',
    act: (view) => button(view, view.messages.account.copy).click(),
    shows: sheet,
  },
  {
    name: 'delete-account',
    role: 'regular',
    path: '/profile',
    act: (view) => button(view, view.messages.account.delete).click(),
    shows: sheet,
  },
];
