import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import sharp from 'sharp';

const QUALITY = 60;
const TRIES = 6;
const SCREENS = fileURLToPath(new URL('../../docs/screens/', import.meta.url));

/** Keeps what is on the screen, once it stands still, in a folder of docs/screens. */
export async function keepPicture(page: Page, name: string, { moving = false } = {}): Promise<void> {
  const file = `${SCREENS}${name}.webp`;
  mkdirSync(dirname(file), { recursive: true });
  await sharp(moving ? await page.screenshot() : await stillPicture(page))
    .webp({ quality: QUALITY })
    .toFile(file);
}

/** The first of two that are the same: a map goes on drawing for a while. Live figures never stand still, so not for ever. */
export async function stillPicture(page: Page): Promise<Buffer> {
  let last = await page.screenshot();
  for (let tries = 0; tries < TRIES; tries += 1) {
    const next = await page.screenshot();
    if (next.equals(last)) return next;
    last = next;
  }
  return last;
}

const ROW_HEIGHT = 420;
const GAP = 8;

/** Keeps rows of pictures, all as high as one another, as one. */
export async function keepRows(name: string, rows: Buffer[][]): Promise<void> {
  const placed: { input: Buffer; left: number; top: number }[] = [];
  let [width, top] = [0, 0];
  for (const row of rows) {
    let left = 0;
    for (const shot of row) {
      const { data: input, info } = await sharp(shot)
        .resize({ height: ROW_HEIGHT })
        .toBuffer({ resolveWithObject: true });
      placed.push({ input, left, top });
      left += info.width + GAP;
    }
    width = Math.max(width, left - GAP);
    top += ROW_HEIGHT + GAP;
  }
  const file = `${SCREENS}${name}.webp`;
  mkdirSync(dirname(file), { recursive: true });
  await sharp({ create: { width, height: top - GAP, channels: 3, background: '#808080' } })
    .composite(placed)
    .webp({ quality: QUALITY })
    .toFile(file);
}
