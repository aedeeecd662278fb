import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clear, element, until } from '@bijli/ui/testing/page';
import { lendLayout } from '../../../testing/map-layout.ts';
import { serveStations } from '../../../testing/map-page.ts';
import { open } from '../../../testing/page.tsx';
import { stationAt } from '../../../testing/station.ts';

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
