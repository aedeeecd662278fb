import { afterEach, beforeEach, expect, test } from 'vitest';
import { clear, element, press, until } from '@bijli/ui/testing/page';
import { lendLayout } from '../../../testing/map-layout.ts';
import { serveStations } from '../../../testing/map-page.ts';
import { open } from '../../../testing/page.tsx';
import { stationAt } from '../../../testing/station.ts';

let server: Awaited<ReturnType<typeof serveStations>>;

beforeEach(async () => {
  await lendLayout();
  server = await serveStations([
    stationAt('Hebbal', 13.035, 77.59),
    stationAt('Forum', 12.935, 77.61),
    stationAt('Delhi', 28.6, 77.2),
  ]);
});
afterEach(async () => {
  await clear();
  await server.close();
});

/** The numbers on the marks. A pin has none. */
const marks = () => [...document.querySelectorAll('section [data-mark]')].map(({ textContent }) => textContent?.trim());

test('before the movable map has loaded, a tap on a cluster shows its stations apart', async () => {
  await open('/');
  await press(await until(() => element('section [data-mark]', '2')));
  // One of the two is chosen by then, and drawn by itself.
  await until(() => expect(marks()).toEqual(['']));
  expect(document.querySelector('canvas')).toBeNull();
});
