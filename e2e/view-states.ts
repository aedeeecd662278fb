import type { Locator, Page } from '@playwright/test';
import type { en } from '@bijli/web/messages/en';
import { HUB, type Actor, type Role } from './users.ts';

export type Messages = typeof en;

export interface ViewContext {
  page: Page;
  /** The app's own messages, in the language it is shown in. */
  messages: Messages;
  actor: Actor | undefined;
}

/** A view state of the app: a screen, a sheet over it, or a state of either. */
export interface ViewState {
  /** File name of its picture. */
  name: string;
  /** Who is signed in; nobody when missing. */
  role?: Role;
  path: string;
  /** What the screen before hands on. */
  state?: (actor: Actor) => object;
  /** Before the page is opened, such as cutting a call off. */
  before?: (view: ViewContext) => Promise<unknown>;
  /** What is done on the page to get there. */
  act?: (view: ViewContext) => Promise<unknown>;
  /** What must be in sight once it is there. */
  shows: (view: ViewContext) => Locator;
  /** A call is never answered, so the page stays busy. */
  busy?: boolean;
  /** Is gone after some seconds, and comes again by the same act. */
  passing?: boolean;
  /** Another state of a screen or sheet that stands here too: looked at where there is time for every view state. */
  variant?: boolean;
  /** Cannot be reached on a desktop, where something else stands in its place. */
  phoneOnly?: boolean;
}

const heading = ({ page }: ViewContext, name: string) => page.getByRole('heading', { name, exact: true }).first();
const button = ({ page }: ViewContext, name: string) => page.getByRole('button', { name, exact: true }).first();
const sheet = ({ page }: ViewContext) => page.getByRole('dialog').last();
/** Free connectors have a radio that a picture lies over. */
const chooseConnector = async ({ page }: ViewContext) =>
  page.getByRole('radio', { disabled: false }).first().click({ force: true });
const openChargeSheet = async (view: ViewContext) => {
  await chooseConnector(view);
  await button(view, view.messages.station.chargeNow).click();
};
const fails = (call: string) => (view: ViewContext) => view.page.route(`**/${call}*`, (route) => route.abort());
/** Held back until the page is closed. */
const hangs = (call: string) => (view: ViewContext) => view.page.route(`**/${call}*`, () => {});
const goOffline = (view: ViewContext) => view.page.context().setOffline(true);
const openMenu = async (view: ViewContext) => button(view, view.messages.common.menu).click();
const HUB_STATE = { property_id: HUB, property_name: 'Bijli Hub Indiranagar' };
const signingIn = { mobile_no: '9876543299', resend_at: 4_102_444_800_000 };

/** Every view state that the app has, for the checks that look at all of them and for the pictures. */
export const states: ViewState[] = [
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

  {
    name: 'map',
    role: 'charging',
    path: '/?lat=12.9784&lng=77.6408',
    shows: ({ page }) => page.locator('a[href="/next-charging"]'),
  },
  {
    name: 'offline',
    role: 'charging',
    path: '/?lat=12.9784&lng=77.6408',
    act: async (view) => {
      await view.page.locator('a[href="/next-charging"]').waitFor();
      // The basemap under the pins comes after them.
      await view.page.waitForLoadState('networkidle');
      await goOffline(view);
    },
    // Said as an age that nobody can foretell.
    shows: ({ page, messages }) => page.getByText(messages.errors.offlineAsOf('').split(/[.।]/)[0] ?? '').first(),
  },
  // The rail is the menu of a desktop.
  { name: 'menu', role: 'regular', path: '/wallet', act: openMenu, shows: sheet, phoneOnly: true },
  {
    name: 'list-chargers',
    role: 'charging',
    path: '/list-chargers',
    shows: ({ page }) => page.getByRole('main').getByRole('listitem').first(),
  },
  {
    name: 'list-skeleton',
    variant: true,
    role: 'empty',
    path: '/list-chargers',
    before: hangs('charging-station'),
    busy: true,
    shows: ({ page }) => page.locator('main [aria-busy]').first(),
  },
  {
    name: 'list-error',
    variant: true,
    role: 'empty',
    path: '/list-chargers',
    before: fails('charging-station'),
    shows: (view) => button(view, view.messages.common.tryAgain),
  },

  {
    name: 'charger-none',
    variant: true,
    role: 'regular',
    path: `/charger?id=${HUB}`,
    shows: (view) => button(view, view.messages.station.selectConnector),
  },
  {
    name: 'charger',
    role: 'regular',
    path: `/charger?id=${HUB}`,
    act: chooseConnector,
    shows: (view) => button(view, view.messages.station.chargeNow),
  },
  {
    name: 'charger-live',
    role: 'charging',
    path: `/charger?id=${HUB}`,
    act: chooseConnector,
    shows: ({ page }) => page.locator('a[href="/next-charging"]'),
  },
  {
    name: 'charger-vehicle',
    role: 'regular',
    path: `/charger?id=${HUB}`,
    act: ({ page }) => page.locator('main button[aria-haspopup="dialog"]').first().click(),
    shows: sheet,
  },
  {
    name: 'charger-vehicle-none',
    variant: true,
    role: 'empty',
    path: `/charger?id=${HUB}`,
    act: ({ page }) => page.locator('main button[aria-haspopup="dialog"]').first().click(),
    shows: ({ page, messages }) => page.getByText(messages.station.noVehicles),
  },
  {
    name: 'charger-sheet',
    role: 'regular',
    path: `/charger?id=${HUB}`,
    act: async (view) => {
      await openChargeSheet(view);
      await sheet(view).getByRole('slider').fill('18');
    },
    shows: (view) => sheet(view).getByRole('button', { name: view.messages.chargeSheet.pay }),
  },
  {
    name: 'charger-sheet-amount',
    variant: true,
    role: 'regular',
    path: `/charger?id=${HUB}`,
    act: async (view) => {
      await openChargeSheet(view);
      await sheet(view).getByText(view.messages.chargeSheet.modes.amount, { exact: true }).first().click();
      await sheet(view).getByRole('slider').fill('500');
    },
    shows: (view) => sheet(view).getByRole('button', { name: view.messages.chargeSheet.pay }),
  },
  {
    name: 'charger-sheet-percentage',
    variant: true,
    role: 'regular',
    path: `/charger?id=${HUB}`,
    act: async (view) => {
      await openChargeSheet(view);
      await sheet(view).getByText(view.messages.chargeSheet.modes.percentage, { exact: true }).first().click();
      await sheet(view).getByRole('textbox').fill('34');
      await sheet(view).getByRole('button', { name: '80%' }).click();
    },
    shows: (view) => sheet(view).getByText(view.messages.chargeSheet.takes),
  },
  {
    name: 'charger-sheet-low',
    variant: true,
    role: 'broke',
    path: `/charger?id=${HUB}`,
    act: async (view) => {
      await openChargeSheet(view);
    },
    shows: (view) => sheet(view).getByRole('button', { name: view.messages.chargeSheet.addCredits }),
  },
  {
    name: 'toasts',
    role: 'empty',
    path: `/charger?id=${HUB}`,
    act: chooseConnector,
    passing: true,
    shows: ({ page, messages }) => page.getByText(messages.errors.selectVehicle),
  },
  {
    name: 'charger-skeleton',
    variant: true,
    role: 'empty',
    path: `/charger?id=${HUB}`,
    before: hangs('get-charger'),
    busy: true,
    shows: ({ page }) => page.locator('main').first(),
  },
  {
    name: 'charger-error',
    variant: true,
    role: 'empty',
    path: `/charger?id=${HUB}`,
    before: fails('get-charger'),
    shows: (view) => button(view, view.messages.common.tryAgain),
  },

  {
    name: 'charging-wait',
    role: 'waiting',
    path: '/next-charging',
    shows: ({ page, messages }) => page.getByText(messages.charging.stages.plugIn).first(),
  },
  {
    name: 'charging',
    role: 'charging',
    path: '/next-charging',
    shows: (view) => heading(view, view.messages.charging.units),
  },
  {
    name: 'charging-stopping',
    variant: true,
    role: 'stopping',
    path: '/next-charging',
    shows: ({ page, messages }) => page.getByText(messages.charging.stopping).first(),
  },

  {
    name: 'wallet',
    role: 'charging',
    path: '/wallet',
    shows: ({ page, messages }) => page.getByText(messages.wallet.held).first(),
  },
  {
    name: 'wallet-empty',
    variant: true,
    role: 'empty',
    path: '/wallet',
    shows: (view) => heading(view, view.messages.wallet.emptyTitle),
  },
  {
    name: 'wallet-huge',
    variant: true,
    role: 'rich',
    path: '/wallet',
    shows: ({ page }) => page.getByText('9,99,99,999').first(),
  },
  {
    name: 'wallet-credit',
    role: 'regular',
    path: '/wallet',
    state: () => ({ popopen: true }),
    act: (view) => sheet(view).getByRole('button', { name: '1000', exact: true }).click(),
    shows: (view) => sheet(view).getByRole('button', { name: view.messages.wallet.addCredit }),
  },
  {
    name: 'wallet-error',
    variant: true,
    role: 'empty',
    path: '/wallet',
    before: fails('get-wallet'),
    shows: (view) => button(view, view.messages.common.tryAgain),
  },

  {
    name: 'payment-details',
    role: 'regular',
    path: '/payment-details',
    state: ({ bookingId }) => ({
      transaction_id: bookingId,
      fromScreen: 'charging',
      property_id: HUB,
      property_name: 'Bijli Hub Indiranagar',
    }),
    shows: ({ page }) => page.getByText(/EV\d\d\/\d{4}\/\d{6}/),
  },
  {
    name: 'payment-details-history',
    variant: true,
    role: 'regular',
    path: '/payment-details',
    state: ({ bookingId }) => ({ payment_id: bookingId }),
    shows: ({ page }) => page.getByText(/EV\d\d\/\d{4}\/\d{6}/),
  },

  {
    name: 'charging-sessions',
    role: 'charging',
    path: '/charging-sessions',
    shows: ({ page, messages }) => page.getByText(messages.sessions.booking).first(),
  },
  {
    name: 'charging-sessions-pending',
    variant: true,
    role: 'charging',
    path: '/charging-sessions',
    act: ({ page }) => page.getByRole('tab').first().click(),
    shows: ({ page, messages }) => page.getByText(messages.sessions.booking).first(),
  },
  {
    name: 'charging-sessions-empty',
    variant: true,
    role: 'empty',
    path: '/charging-sessions',
    act: ({ page }) => page.getByRole('tab').first().click(),
    shows: (view) => heading(view, view.messages.sessions.emptyPending),
  },

  { name: 'manage-vehicles', role: 'empty', path: '/manage-vehicles', act: chooseVehicle, shows: addVehicle },
  {
    name: 'manage-vehicles-sheet',
    role: 'empty',
    path: '/manage-vehicles',
    act: async (view) => {
      await chooseVehicle(view);
      await addVehicle(view).click();
      await sheet(view).getByRole('textbox').fill('KA05MR4521');
    },
    shows: sheet,
  },
  {
    name: 'manage-vehicles-bad',
    variant: true,
    role: 'empty',
    path: '/manage-vehicles',
    act: async (view) => {
      await chooseVehicle(view);
      await addVehicle(view).click();
      await sheet(view).getByRole('textbox').fill('KA5MR452');
      await sheet(view).getByRole('button', { name: view.messages.vehicles.add }).click();
    },
    shows: ({ page, messages }) => page.getByText(messages.errors.registration).first(),
  },

  {
    name: 'manage-vehicles-own',
    variant: true,
    role: 'regular',
    path: '/manage-vehicles',
    shows: (view) => heading(view, view.messages.vehicles.own.title),
  },
  {
    name: 'manage-vehicles-menu',
    variant: true,
    role: 'regular',
    path: '/manage-vehicles',
    act: ({ page }) => page.locator('section[aria-labelledby=own-vehicles] button').first().click(),
    shows: sheet,
  },

  { name: 'profile', role: 'regular', path: '/profile', shows: ({ page }) => page.getByText('Asha Rao').first() },
  {
    name: 'profile-long',
    variant: true,
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
    variant: true,
    role: 'rich',
    path: '/profile',
    act: (view) => button(view, view.messages.profile.edit).click(),
    shows: ({ page, messages }) => page.getByLabel(messages.profile.business.address),
  },

  {
    name: 'search',
    role: 'regular',
    path: '/search?q=Bengaluru',
    shows: ({ page }) => page.getByRole('tabpanel').getByRole('listitem').first(),
  },
  {
    name: 'search-none',
    variant: true,
    role: 'empty',
    path: '/search?q=zzzzqqqq',
    shows: (view) => heading(view, view.messages.search.noneTitle),
  },
  { name: 'filter', role: 'regular', path: '/search?q=Bengaluru', act: openFilter, shows: filterReady },
  {
    name: 'saved-charger-list',
    role: 'regular',
    path: '/saved-charger-list',
    shows: ({ page }) => page.getByRole('main').getByRole('listitem').first(),
  },
  {
    name: 'saved-charger-list-empty',
    variant: true,
    role: 'empty',
    path: '/saved-charger-list',
    shows: (view) => heading(view, view.messages.bookmarks.emptyTitle),
  },
  {
    name: 'reviews',
    role: 'regular',
    path: '/reviews',
    state: () => HUB_STATE,
    shows: ({ page, messages }) => page.getByText(messages.reviews.edit).first(),
  },
  {
    name: 'reviews-empty',
    variant: true,
    role: 'empty',
    path: '/reviews',
    state: () => ({ property_id: 'joltika-hub-basavanagudi-bengaluru', property_name: 'Joltika Hub Basavanagudi' }),
    shows: (view) => heading(view, view.messages.reviews.emptyTitle),
  },
  {
    name: 'add-review',
    role: 'regular',
    path: '/add-review',
    state: () => HUB_STATE,
    shows: ({ page }) => page.getByRole('textbox'),
  },
  {
    name: 'contact-us',
    role: 'regular',
    path: '/contact-us',
    shows: ({ page, messages }) => page.getByText(messages.help.chat),
  },
  {
    name: 'notifications',
    role: 'regular',
    path: '/notifications',
    shows: ({ page }) => page.getByRole('main').getByRole('listitem').first(),
  },
  {
    name: 'notifications-empty',
    variant: true,
    role: 'empty',
    path: '/notifications',
    shows: (view) => heading(view, view.messages.notifications.emptyTitle),
  },
  {
    name: 'fault',
    role: 'regular',
    path: `/charger?id=${HUB}`,
    act: (view) => button(view, view.messages.fault.open).click(),
    shows: sheet,
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
  { name: 'policy', path: '/refund', shows: (view) => view.page.getByRole('heading', { level: 2 }).first() },
  {
    name: 'privacy',
    path: '/privacy',
    shows: (view) => view.page.getByRole('heading', { level: 2 }).first(),
  },
  {
    name: 'terms',
    path: '/termsandcondition',
    shows: (view) => view.page.getByRole('heading', { level: 2 }).first(),
  },
  {
    name: 'cancellation',
    role: 'regular',
    path: '/cancellation',
    shows: (view) => view.page.getByRole('heading', { level: 2 }).first(),
  },

  {
    name: 'not-found',
    role: 'empty',
    path: '/no-such-page',
    shows: (view) => heading(view, view.messages.errors.notFoundTitle),
  },
];

async function openFilter(view: ViewContext): Promise<void> {
  await view.page.getByRole('tabpanel').getByRole('listitem').first().waitFor();
  await button(view, view.messages.filter.open(0)).click();
}

function filterReady({ page, messages }: ViewContext): Locator {
  return page.getByRole('dialog').last().getByText(messages.filter.categories.connectors, { exact: true }).first();
}

async function chooseVehicle({ page }: ViewContext): Promise<void> {
  await page.getByRole('tabpanel').getByRole('button').nth(1).click();
}

function addVehicle(view: ViewContext): Locator {
  return button(view, view.messages.vehicles.add);
}
