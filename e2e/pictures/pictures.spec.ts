import { scenes } from '../view-states.ts';
import { settle, show } from '../show.ts';
import { expect, test } from '../environment.ts';
import { keepPicture } from './picture.ts';

/** Every scene as a phone shows it in either theme, and as a desktop does. */
const inHindi = scenes.filter(({ name }) => name === 'wallet');
const pictures = [
  ...scenes.map((scene) => ({ scene, name: scene.name, language: 'en' })),
  ...inHindi.map((scene) => ({ scene, name: `${scene.name}-hi`, language: 'hi' })),
];

for (const { scene, name, language } of pictures) {
  test(`picture of ${name}`, async ({ page, users }) => {
    const stage = await show(page, users, scene, language);
    const shoot = async (how: string): Promise<void> => {
      if (scene.passing) {
        await expect(scene.shows(stage)).toBeHidden();
        await scene.act?.(stage);
        await expect(scene.shows(stage)).toBeVisible();
      }
      // Another width may bring what was not there before.
      await settle(page, scene.busy);
      await keepPicture(page, `app/${name}-${how}`, { moving: scene.passing === true });
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
