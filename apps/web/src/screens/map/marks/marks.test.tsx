import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clear, element, press, until } from '@bijli/ui/testing/page';
import { lendLayout, spotOfMark } from '../../../testing/map-layout.ts';
import { serveStations } from '../../../testing/map-page.ts';
import { open } from '../../../testing/page.tsx';
import { stationAt } from '../../../testing/station.ts';

let server: Awaited<ReturnType<typeof serveStations>>;

beforeEach(async () => {
  await lendLayout();
  server = await serveStations([stationAt('North', 30, 79), stationAt('Middle', 21, 79), stationAt('South', 11, 79)]);
});
afterEach(async () => {
  await clear();
  await server.close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const map = () => element('section[aria-label="Map of charging stations"]');
const front = () => element('li[aria-current=true] h2').textContent;
/** Distance of a mark from the map's upper edge, in px. */
const topOf = (mark: Element | null) => spotOfMark(mark).y;
const pins = () => [...map().querySelectorAll('button')].toSorted((a, b) => topOf(a) - topOf(b));
/** Number of pins above and below the chosen one. */
const around = () => {
  const chosen = topOf(map().querySelector('span > span[class*=chosen]'));
  const tops = pins().map(topOf);
  return [tops.filter((top) => top < chosen).length, tops.filter((top) => top > chosen).length];
};

test('every station has a mark, a tap on one brings its card, and the chosen mark is that of the front card [MAP-2, MAP-7, MAP-19]', async () => {
  await open('/');
  // Before the driver chooses one, no mark stands out.
  await until(() => expect([front(), pins().length]).toEqual(['Middle', 3]));

  await press(pins()[2] ?? document.body);
  await until(() => expect([front(), ...around()]).toEqual(['South', 2, 0]));
  await press(pins()[0] ?? document.body);
  await until(() => expect([front(), ...around()]).toEqual(['North', 0, 2]));
  const next = new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true });
  await act(async () => element('ul[aria-label="Stations on the map"]').dispatchEvent(next));
  await until(() => expect([front(), ...around()]).toEqual(['Middle', 1, 1]));
});
