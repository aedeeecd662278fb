import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clear, element, until } from '@bijli/ui/testing/page';
import { isTouching } from '#parts/box.ts';
import { lendLayout } from '../../../testing/map-layout.ts';
import { serveStations } from '../../../testing/map-page.ts';
import { open } from '../../../testing/page.tsx';
import { stationAt } from '../../../testing/station.ts';
import { coveredBoxes } from '../view/uncovered.ts';

let server: Awaited<ReturnType<typeof serveStations>>;

beforeEach(async () => {
  await lendLayout();
  server = await serveStations([stationAt('Near', 21, 79)]);
});
afterEach(async () => {
  await clear();
  await server.close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('the static map names nothing under the cards or the round buttons', async () => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    if (this.getAttribute('class')?.includes('corner')) return new DOMRect(0, 0, 68, 192);
    return new DOMRect(0, 0, 390, this.tagName === 'SECTION' ? 844 : 230);
  });
  await open('/');
  await until(() => element('section [data-mark]'));
  const names = [...document.querySelectorAll<HTMLElement>('section [aria-hidden][style*=font-size]')];
  // The Indian Ocean is under the cards, and the Andaman Sea under the buttons.
  expect(names.map(({ textContent }) => textContent)).toEqual(['Bay of Bengal']);
});

test('in a low window no name is written under the captions at the left', () => {
  const corner = { width: 212, height: 72 };
  const strip = { left: 8, right: 792, top: 80, bottom: 200, corner };
  const name = { left: 210, right: 270, top: 140, bottom: 156 };
  const isCovered = (boxes: ReturnType<typeof coveredBoxes>) => boxes.some((box) => isTouching(box, name));
  expect(isCovered(coveredBoxes(strip))).toBe(false);
  expect(isCovered(coveredBoxes({ ...strip, captions: { width: 296, height: 92 } }))).toBe(true);
});
