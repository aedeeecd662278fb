import { act } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clear, element, press, until } from '@bijli/ui/testing/page';
import { lendLayout, spotOfMark } from '../../../testing/map-layout.ts';
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

test('before the movable map has loaded, a tap on a cluster shows its stations apart, and the map follows the cards', async () => {
  await open('/');
  await press(await until(() => element('section [data-mark]', '2')));
  // One of the two is chosen by then, and drawn by itself.
  await until(() => expect(marks()).toEqual(['']));

  const chosen = () => spotOfMark(element('section [data-chosen]'));
  const before = chosen();
  for (const name of ['Forum', 'Delhi']) {
    const next = new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true });
    await act(async () => element('ul[aria-label="Stations on the map"]').dispatchEvent(next));
    await until(() => expect(element('li[aria-current=true] h2').textContent).toBe(name));
  }
  // The pin of the card in front comes into view, from the other end of the country too.
  await until(() => {
    expect(chosen()).not.toEqual(before);
    expect(chosen().x).toBeCloseTo(195, 0);
    expect(chosen().y).toBeGreaterThan(100);
    expect(chosen().y).toBeLessThan(844 - 230);
  });
  expect(document.querySelector('canvas')).toBeNull();
});
