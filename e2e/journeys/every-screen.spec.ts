import { accessibilityFaults, sideways } from '../checks.ts';
import { scenes } from '../scenes.ts';
import { show } from '../show.ts';
import { expect, test } from '../world.ts';

test.describe('every screen and sheet, in one theme, language and width', () => {
  for (const scene of scenes) {
    test(`${scene.name} can be used by everyone`, async ({ page, cast }) => {
      await show(page, cast, scene);
      expect(await accessibilityFaults(page)).toEqual([]);
      expect(await sideways(page)).toEqual({ px: 0, by: [] });
    });
  }
});
