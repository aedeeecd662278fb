import { accessibilityFaults, sideways } from '../checks.ts';
import { scenes } from '../scenes.ts';
import { show } from '../show.ts';
import { expect, faceTest as test } from '../world.ts';

const PHONES = [360, 390, 430];

test.describe('every screen and sheet', () => {
  for (const scene of scenes.filter(({ variant }) => !variant)) {
    test(`${scene.name} can be used by everyone, on a phone of any width without sideways scrolling [SCOPE-1]`, async ({
      page,
      cast,
    }) => {
      await show(page, cast, scene);
      expect(await accessibilityFaults(page)).toEqual([]);
      for (const width of PHONES) {
        await page.setViewportSize({ width, height: 844 });
        expect(await sideways(page), `${width} px`).toEqual({ px: 0, by: [] });
      }
    });
  }
});
