import { act } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clear, element, until } from '@bijli/ui/testing/page';
import { serveStations } from '../../testing/map-page.ts';
import { open, setSize } from '../../testing/page.tsx';
import { stationAt } from '../../testing/station.ts';

const taken = { active_charger: 0, status: 0 } as const;
let server: Awaited<ReturnType<typeof serveStations>>;

beforeEach(async () => {
  setSize(1280);
  server = await serveStations([stationAt('Far', 30, 79, taken), stationAt('Farther', 11, 79, taken)]);
});
afterEach(async () => {
  await clear();
  await server.close();
});

const chosen = () => [...document.querySelectorAll('aside li a[class*=chosen]')].map((card) => card.textContent);
const names = () => [...document.querySelectorAll('li h2')].map((name) => name.textContent);

// In a file of its own, because the app remembers how the map was left.
test('without a position no station is chosen, and as soon as one is usable the cards show those', async () => {
  await open('/');
  await until(() => element('aside li', 'Farther'));
  expect(chosen()).toEqual([]);

  server.answers['GET /api-v1/user/charging-station'] = {
    success: true,
    properties: [stationAt('Far', 30, 79, taken), stationAt('Farther', 11, 79)],
  };
  localStorage.setItem('station-filter', '{"connectors":["AC"]}');
  await act(async () => window.dispatchEvent(new Event('storage')));
  await until(() => expect(names()).toEqual(['Farther']));
  element('aside b', 'Free now, all over India');
  expect(chosen()).toEqual([]);
  localStorage.clear();
});
