import type { Page } from '@playwright/test';
import { en } from '@bijli/web/messages/en';
import { test } from '../environment.ts';
import { pretendGraphics } from '../graphics.ts';
import { show } from '../show.ts';
import { states } from '../view-states.ts';
import { keepRows, stillPicture } from './picture.ts';

/** A phone, a tablet and a desktop, as the drawings have them. */
const SIZES = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];

/** Every redrawn screen at three widths, light above dark, in one picture. */
for (const state of states) {
  const { redrawn } = state;
  if (redrawn === undefined) continue;
  test(`picture of the redrawn ${redrawn}`, async ({ page, users }) => {
    test.setTimeout(300_000);
    await pretendGraphics(page);
    const rows: Buffer[][] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      const row: Buffer[] = [];
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await page.context().setOffline(false);
        await show(page, users, state);
        await mapRests(page);
        row.push(await stillPicture(page));
      }
      rows.push(row);
    }
    await keepRows(`next/${redrawn}`, rows);
  });
}

/** Where there is a map, it is drawn where it was going. */
async function mapRests(page: Page): Promise<void> {
  if ((await page.getByLabel(en.map.label, { exact: true }).count()) === 0) return;
  await page.waitForFunction(() => performance.getEntriesByName('map-drawn').length > 0);
  await page.waitForLoadState('networkidle');
}
