import { expect, viewTest, test } from '../environment.ts';
import { withLargeText } from '../large-text.ts';
import { accessibilityViolations, sidewaysOverflow, watchLayout } from '../page-checks.ts';
import { LANGUAGES, showViewState } from '../show-view-state.ts';
import { states } from '../view-states.ts';

const HEIGHT = 844;

for (const language of Object.keys(LANGUAGES)) {
  for (const width of [390, 1280]) {
    viewTest.describe(`in ${language}, ${width} px wide`, () => {
      viewTest.use({ viewport: { width, height: HEIGHT } });
      for (const state of states.filter(({ phoneOnly }) => width < 768 || !phoneOnly)) {
        viewTest(`${state.name} can be used by everyone, in both themes`, async ({ page, users }) => {
          await showViewState(page, users, state, language);
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme });
            expect(await accessibilityViolations(page), colorScheme).toEqual([]);
          }
        });
      }
    });
  }
}

for (const state of states) {
  viewTest(`${state.name} fits every width`, async ({ page, users }) => {
    await showViewState(page, users, state);
    for (const width of [195, 320, 360, 390, 430, 768, 1280]) {
      await page.setViewportSize({ width, height: HEIGHT });
      expect(await sidewaysOverflow(page), `${width} px`).toEqual({ px: 0, by: [] });
    }
  });
}

for (const language of Object.keys(LANGUAGES)) {
  for (const state of states) {
    viewTest(`${state.name} fits with doubled font size, in ${language}`, async ({ stack, users }) => {
      await withLargeText(stack.url, async (page) => {
        await showViewState(page, users, state, language);
        for (const width of [320, 390, 768, 1280]) {
          await page.setViewportSize({ width, height: HEIGHT });
          expect(await sidewaysOverflow(page), `${width} px`).toEqual({ px: 0, by: [] });
        }
      });
    });
  }
}

for (const name of ['list-chargers', 'charger-live', 'wallet', 'charging']) {
  const state = states.find((one) => one.name === name);
  test(`nothing on ${name} moves while it loads`, async ({ page, users }) => {
    if (!state) throw new Error(`There is no scene ${name}.`);
    const shifted = await watchLayout(page);
    await showViewState(page, users, state);
    expect(await shifted()).toEqual({ shift: 0, by: [] });
  });
}
