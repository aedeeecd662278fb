import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import sharp from 'sharp';

const QUALITY = 60;
const TRIES = 6;
const SCREENS = fileURLToPath(new URL('../../docs/screens/', import.meta.url));

/** Waits until the screen is still, and stores a picture of it in a folder of docs/screens. */
export async function keepPicture(page: Page, name: string, { moving = false } = {}): Promise<void> {
  const file = `${SCREENS}${name}.webp`;
  mkdirSync(dirname(file), { recursive: true });
  await sharp(moving ? await page.screenshot() : await stillPicture(page))
    .webp({ quality: QUALITY })
    .toFile(file);
}

/**
 * Takes pictures until two in a row are the same, because a map goes on drawing for a while. Live figures never stand
 * still, so it gives up after some time.
 */
async function stillPicture(page: Page): Promise<Buffer> {
  let last = await page.screenshot();
  for (let tries = 0; tries < TRIES; tries += 1) {
    const next = await page.screenshot();
    if (next.equals(last)) return next;
    last = next;
  }
  return last;
}

/** The sizes of the drawings: a phone, a tablet and a desktop. */
const SIZES = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];
const ROW_HEIGHT = 420;
const GAP = 8;

/** Stores one picture of the screen at three widths, light above dark. `bringAbout` opens the screen again for each. */
export async function keepRows(name: string, page: Page, bringAbout: () => Promise<void>): Promise<void> {
  const placed: { input: Buffer; left: number; top: number }[] = [];
  let [width, top] = [0, 0];
  for (const colorScheme of ['light', 'dark'] as const) {
    let left = 0;
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const size of SIZES) {
      await page.setViewportSize(size);
      await bringAbout();
      const shot = sharp(await stillPicture(page)).resize({ height: ROW_HEIGHT });
      const { data: input, info } = await shot.toBuffer({ resolveWithObject: true });
      placed.push({ input, left, top });
      left += info.width + GAP;
    }
    width = left - GAP;
    top += ROW_HEIGHT + GAP;
  }
  const file = `${SCREENS}${name}.webp`;
  mkdirSync(dirname(file), { recursive: true });
  await sharp({ create: { width, height: top - GAP, channels: 3, background: '#808080' } })
    .composite(placed)
    .webp({ quality: QUALITY })
    .toFile(file);
}
