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
async function stillPicture(page: Page): Promise<Buffer> {
  let last = await page.screenshot();
  for (let tries = 0; tries < TRIES; tries += 1) {
    const next = await page.screenshot();
    if (next.equals(last)) return next;
    last = next;
  }
  return last;
}
