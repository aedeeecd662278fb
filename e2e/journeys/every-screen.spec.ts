import { accessibilityViolations, sideways } from '../checks.ts';
import { expect, viewTest as test } from '../environment.ts';
import { withLargeText } from '../large-text.ts';
import { show } from '../show.ts';
import { states } from '../view-states.ts';

/** The first is what is left of a phone's width at twice its zoom. */
const PHONES = [195, 320, 360, 390, 430];

test.describe('every screen and sheet', () => {
  for (const state of states.filter(({ variant }) => !variant)) {
    test(`${state.name} can be used by everyone, on a phone of any width without sideways scrolling [SCOPE-1]`, async ({
      page,
      users,
    }) => {
      await show(page, users, state);
      expect(await accessibilityViolations(page)).toEqual([]);
      for (const width of PHONES) {
        await page.setViewportSize({ width, height: 844 });
        expect(await sideways(page), `${width} px`).toEqual({ px: 0, by: [] });
      }
    });
  }
});

/** One of each kind; every other is looked at in the whole matrix. */
const LARGE = ['charger', 'wallet', 'list-chargers'];

test('whoever has letters twice as large set in the browser gets them, and nothing sticks out', async ({
  users,
  stack,
}) => {
  await withLargeText(stack.url, async (page) => {
    for (const name of LARGE) {
      const state = states.find((one) => one.name === name);
      if (!state) throw new Error(`There is no view state ${name}.`);
      await show(page, users, state);
      expect(await page.locator('body').evaluate((body) => getComputedStyle(body).fontSize)).toBe('32px');
      for (const width of [390, 768, 1280]) {
        await page.setViewportSize({ width, height: 844 });
        expect(await sideways(page), `${name}, ${width} px`).toEqual({ px: 0, by: [] });
      }
    }
  });
});
