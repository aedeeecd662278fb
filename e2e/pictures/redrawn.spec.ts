import type { Page } from '@playwright/test';
import { en } from '@bijli/web/messages/en';
import { test } from '../environment.ts';
import { fakeGraphics } from '../fake-graphics.ts';
import { showViewState } from '../show-view-state.ts';
import { states } from '../view-states.ts';
import { keepRows } from './picture.ts';

/** Takes every redrawn screen at three widths, light above dark, in one picture. */
for (const state of states) {
  const { redrawn } = state;
  if (redrawn === undefined) continue;
  test(`picture of the redrawn ${redrawn}`, async ({ page, users }) => {
    test.setTimeout(300_000);
    await fakeGraphics(page);
    await keepRows(`next/${redrawn}`, page, async () => {
      await page.context().setOffline(false);
      await showViewState(page, users, state);
      await mapRests(page);
    });
  });
}

/** Waits until the map, if there is one, has arrived at its place and is drawn. */
async function mapRests(page: Page): Promise<void> {
  if ((await page.getByLabel(en.map.label, { exact: true }).count()) === 0) return;
  await page.waitForFunction(() => performance.getEntriesByName('map-drawn').length > 0);
  await page.waitForLoadState('networkidle');
}
