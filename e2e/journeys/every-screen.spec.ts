import { accessibilityFaults, sideways } from '../checks.ts';
import { expect, viewTest as test } from '../environment.ts';
import { show } from '../show.ts';
import { states } from '../view-states.ts';

const PHONES = [360, 390, 430];

test.describe('every screen and sheet', () => {
  for (const state of states.filter(({ variant }) => !variant)) {
    test(`${state.name} can be used by everyone, on a phone of any width without sideways scrolling [SCOPE-1]`, async ({
      page,
      users,
    }) => {
      await show(page, users, state);
      expect(await accessibilityFaults(page)).toEqual([]);
      for (const width of PHONES) {
        await page.setViewportSize({ width, height: 844 });
        expect(await sideways(page), `${width} px`).toEqual({ px: 0, by: [] });
      }
    });
  }
});
