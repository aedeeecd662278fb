import { expect, viewTest as test } from '../environment.ts';
import { withLargeText } from '../large-text.ts';
import { accessibilityViolations, sidewaysOverflow } from '../page-checks.ts';
import { showViewState } from '../show-view-state.ts';
import { states } from '../view-states.ts';
import type { ViewState } from '../view-states/view-state.ts';

/** The first is the width of a phone that is zoomed to 200 %. */
const PHONES = [195, 320, 360, 390, 430];

/** The screens on the way from the phone number to the invoice. The full matrix checks all others. */
const MAIN = [
  'login',
  'otp-verify',
  'basic-details',
  'map',
  'menu',
  'list-chargers',
  'search',
  'filter',
  'charger',
  'charger-sheet',
  'scan',
  'charging',
  'payment-details',
  'complaint',
  'charging-sessions',
  'wallet',
  'wallet-credit',
  'manage-vehicles',
  'profile',
];

function stateOf(name: string): ViewState {
  const state = states.find((one) => one.name === name);
  if (!state) throw new Error(`There is no view state ${name}.`);
  return state;
}

test.describe('every main screen and sheet', () => {
  for (const state of MAIN.map(stateOf)) {
    test(`${state.name} can be used by everyone, on a phone of any width without sideways scrolling [SCOPE-1]`, async ({
      page,
      users,
    }) => {
      await showViewState(page, users, state);
      expect(await accessibilityViolations(page)).toEqual([]);
      for (const width of PHONES) {
        await page.setViewportSize({ width, height: 844 });
        expect(await sidewaysOverflow(page), `${width} px`).toEqual({ px: 0, by: [] });
      }
    });
  }
});

/** One screen of each kind. The full matrix checks all others. */
const LARGE = ['charger', 'wallet', 'list-chargers'];

test('a driver with doubled font size in the browser sees it, and nothing overflows', async ({ users, stack }) => {
  await withLargeText(stack.url, async (page) => {
    for (const name of LARGE) {
      await showViewState(page, users, stateOf(name));
      expect(await page.locator('body').evaluate((body) => getComputedStyle(body).fontSize)).toBe('32px');
      for (const width of [390, 768, 1280]) {
        await page.setViewportSize({ width, height: 844 });
        expect(await sidewaysOverflow(page), `${name}, ${width} px`).toEqual({ px: 0, by: [] });
      }
    }
  });
});
