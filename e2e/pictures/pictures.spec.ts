import { expect, test } from '../environment.ts';
import { waitUntilStill, showViewState } from '../show-view-state.ts';
import { states } from '../view-states.ts';
import { keepPicture } from './picture.ts';

/** Every view state is taken on a phone in both themes, and on a desktop. Only these are taken in Hindi too. */
const inHindi = states.filter(({ name }) => name === 'wallet');
const pictures = [
  ...states.map((state) => ({ state, name: state.name, language: 'en' })),
  ...inHindi.map((state) => ({ state, name: `${state.name}-hi`, language: 'hi' })),
];

for (const { state, name, language } of pictures) {
  test(`picture of ${name}`, async ({ page, users }) => {
    const view = await showViewState(page, users, state, language);
    const shoot = async (how: string): Promise<void> => {
      if (state.passing) {
        await expect(state.shows(view)).toBeHidden();
        await state.act?.(view);
        await expect(state.shows(view)).toBeVisible();
      }
      // The other width may load more.
      await waitUntilStill(page, state.busy);
      await keepPicture(page, `app/${name}-${how}`, { moving: state.passing === true });
    };
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      await shoot(theme);
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 800 });
    await shoot('desktop');
  });
}
