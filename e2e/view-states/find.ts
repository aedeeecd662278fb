import type { Locator } from '@playwright/test';
import {
  heading,
  button,
  sheet,
  fails,
  hangs,
  goOffline,
  offlineBanner,
  type ViewContext,
  type ViewState,
} from './view-state.ts';

const openMenu = async (view: ViewContext) => button(view, view.messages.common.menu).click();

/** View states of finding a station: map, list, search, filter and bookmarks. */
export const find: ViewState[] = [
  {
    name: 'map',
    redrawn: 'map-chart',
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
      // The basemap loads after the pins.
      await view.page.waitForLoadState('networkidle');
      await goOffline(view);
    },
    shows: offlineBanner,
  },
  // On a desktop the rail takes the place of the menu.
  { name: 'menu', role: 'regular', path: '/wallet', act: openMenu, shows: sheet, phoneOnly: true },
  {
    name: 'list-chargers',
    redrawn: 'list',
    role: 'charging',
    path: '/list-chargers',
    shows: ({ page }) => page.getByRole('main').getByRole('listitem').first(),
  },
  {
    name: 'list-skeleton',
    role: 'empty',
    path: '/list-chargers',
    before: hangs('charging-station'),
    busy: true,
    shows: ({ page }) => page.locator('main [aria-busy]').first(),
  },
  {
    name: 'list-error',
    role: 'empty',
    path: '/list-chargers',
    before: fails('charging-station'),
    shows: (view) => button(view, view.messages.common.tryAgain),
  },
  {
    name: 'search',
    role: 'regular',
    path: '/search?q=Bengaluru',
    shows: ({ page }) => page.getByRole('tabpanel').getByRole('listitem').first(),
  },
  {
    name: 'search-recent',
    redrawn: 'search',
    role: 'regular',
    path: '/search',
    shows: ({ page }) => page.getByRole('tabpanel').getByRole('listitem').first(),
  },
  {
    name: 'search-typo',
    redrawn: 'search-typo',
    role: 'regular',
    path: '/search?q=korramangla',
    shows: ({ page }) => page.getByRole('tabpanel').getByRole('listitem').first(),
  },
  {
    name: 'search-none',
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
    role: 'empty',
    path: '/saved-charger-list',
    shows: (view) => heading(view, view.messages.bookmarks.emptyTitle),
  },
];

async function openFilter(view: ViewContext): Promise<void> {
  await view.page.getByRole('tabpanel').getByRole('listitem').first().waitFor();
  await button(view, view.messages.filter.open(0)).click();
}

function filterReady({ page, messages }: ViewContext): Locator {
  return page.getByRole('dialog').last().getByText(messages.filter.categories.connectors, { exact: true }).first();
}
