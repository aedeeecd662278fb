import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { scenes } from '../scenes.ts';
import { settle, show } from '../show.ts';
import { expect, test } from '../world.ts';

const FOLDER = fileURLToPath(new URL('../../docs/screens/app/', import.meta.url));
const QUALITY = 60;
const TRIES = 6;

/** Every scene as a phone shows it in either theme, and as a desktop does. */
const inHindi = scenes.filter(({ name }) => name === 'wallet');
const pictures = [
  ...scenes.map((scene) => ({ scene, name: scene.name, language: 'en' })),
  ...inHindi.map((scene) => ({ scene, name: `${scene.name}-hi`, language: 'hi' })),
];

for (const { scene, name, language } of pictures) {
  test(`picture of ${name}`, async ({ page, cast }) => {
    mkdirSync(FOLDER, { recursive: true });
    const stage = await show(page, cast, scene, language);
    const shoot = async (how: string): Promise<void> => {
      if (scene.passing) {
        await expect(scene.shows(stage)).toBeHidden();
        await scene.act?.(stage);
        await expect(scene.shows(stage)).toBeVisible();
        await settle(page);
      }
      await sharp(scene.passing ? await page.screenshot() : await stillPicture(page))
        .webp({ quality: QUALITY })
        .toFile(`${FOLDER}${name}-${how}.webp`);
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

/** The first of two that are the same: a map goes on drawing for a while. Live figures never stand still, so not for ever. */
async function stillPicture(page: Page): Promise<Buffer> {
  let last = await page.screenshot();
  for (let tries = 0; tries < TRIES; tries += 1) {
    const next = await page.screenshot();
    if (next.equals(last)) return next;
    last = next;
  }
  return last;
}
