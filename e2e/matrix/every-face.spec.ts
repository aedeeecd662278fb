import { accessibilityFaults, sideways, watchLayout } from '../checks.ts';
import { scenes } from '../scenes.ts';
import { LANGUAGES, show } from '../show.ts';
import { expect, faceTest, test } from '../world.ts';

const HEIGHT = 844;

for (const language of Object.keys(LANGUAGES)) {
  for (const width of [390, 1280]) {
    faceTest.describe(`in ${language}, ${width} px wide`, () => {
      faceTest.use({ viewport: { width, height: HEIGHT } });
      for (const scene of scenes.filter(({ phoneOnly }) => width < 768 || !phoneOnly)) {
        faceTest(`${scene.name} can be used by everyone, in both themes`, async ({ page, cast }) => {
          await show(page, cast, scene, language);
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme });
            expect(await accessibilityFaults(page), colorScheme).toEqual([]);
          }
        });
      }
    });
  }
}

for (const scene of scenes) {
  faceTest(`${scene.name} fits every width`, async ({ page, cast }) => {
    await show(page, cast, scene);
    for (const width of [360, 390, 430, 768, 1280]) {
      await page.setViewportSize({ width, height: HEIGHT });
      expect(await sideways(page), `${width} px`).toEqual({ px: 0, by: [] });
    }
  });
}

for (const name of ['list-chargers', 'charger-live', 'wallet', 'charging']) {
  const scene = scenes.find((one) => one.name === name);
  test(`nothing on ${name} moves while it loads`, async ({ page, cast }) => {
    if (!scene) throw new Error(`There is no scene ${name}.`);
    const shifted = await watchLayout(page);
    await show(page, cast, scene);
    expect(await shifted()).toEqual({ shift: 0, by: [] });
  });
}
