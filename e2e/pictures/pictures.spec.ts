import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { scenes } from '../scenes.ts';
import { show } from '../show.ts';
import { test } from '../world.ts';

const FOLDER = fileURLToPath(new URL('../../docs/screens/app/', import.meta.url));
const QUALITY = 60;
const TRIES = 6;

/** Every scene as a phone shows it in either theme, and as a desktop does. */
for (const scene of scenes) {
  test(`picture of ${scene.name}`, async ({ page, cast }) => {
    mkdirSync(FOLDER, { recursive: true });
    await show(page, cast, scene);
    const shoot = async (name: string): Promise<void> => {
      await sharp(await stillPicture(page))
        .webp({ quality: QUALITY })
        .toFile(`${FOLDER}${name}.webp`);
    };
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme });
      await shoot(`${scene.name}-${theme}`);
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 800 });
    await shoot(`${scene.name}-desktop`);
  });
}

/** The first of two that are the same: a map goes on drawing for a while. Live figures never stand still, so not for ever. */
async function stillPicture(page: Page): Promise<Buffer> {
  let last = await page.screenshot({ animations: 'disabled' });
  for (let tries = 0; tries < TRIES; tries += 1) {
    const next = await page.screenshot({ animations: 'disabled' });
    if (next.equals(last)) return next;
    last = next;
  }
  return last;
}
