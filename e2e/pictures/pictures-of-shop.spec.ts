import { expect, test } from '../environment.ts';
import { open } from '../shop-steps.ts';
import { shopViewStates } from '../shop-view-states.ts';
import { waitUntilStill } from '../show-view-state.ts';
import { keepPicture } from './picture.ts';

const PICTURES = [
  ['light', 'light', 390],
  ['dark', 'dark', 390],
  ['desktop', 'light', 1280],
] as const;

/** Takes every view state of the shop on a phone in both themes, and on a desktop, at the heights of its drawings. */
for (const { name, heights, ready, path = '', act, shows, busy } of shopViewStates) {
  test(`picture of the shop's ${name}`, async ({ page, stack }) => {
    const place = ready ? await ready(page, stack) : path;
    for (const [how, colorScheme, width] of PICTURES) {
      // Leaves the page, so that requests which are held back do not disturb the next one.
      await page.goto('about:blank');
      await page.unrouteAll();
      await page.setViewportSize({ width, height: heights[width < 768 ? 0 : 1] });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await open(page, place);
      await act?.(page);
      await expect(shows(page)).toBeVisible();
      await waitUntilStill(page, busy);
      await keepPicture(page, `shop/${name}-${how}`);
    }
  });
}
