import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clear, element, until } from '@bijli/ui/testing/page';
import { lendLayout, spotOfMark } from '../../../testing/map-layout.ts';
import { serveStations } from '../../../testing/map-page.ts';
import { open } from '../../../testing/page.tsx';
import { stationAt } from '../../../testing/station.ts';
import { stubNavigator } from '../../../testing/stub-navigator.ts';

let server: Awaited<ReturnType<typeof serveStations>>;

beforeEach(async () => {
  await lendLayout();
  server = await serveStations([stationAt('Near', 12.998, 77.6), stationAt('Delhi', 28.6, 77.2)]);
});
afterEach(async () => {
  await clear();
  await server.close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

// In a file of its own, because a position that was found stays known.
test('a driver who has allowed their position sees where they are and the nearest free station before the movable map has loaded', async () => {
  const found = (answer: (place: object) => void) => answer({ coords: { latitude: 12.97, longitude: 77.6 } });
  stubNavigator({
    geolocation: { getCurrentPosition: found },
    permissions: { query: () => Promise.resolve({ state: 'granted' }) },
  });
  await open('/');
  await until(() => {
    const [own, chosen] = [spotOfMark(element('section [role=img]')), spotOfMark(element('section [data-chosen]'))];
    expect(element('li[aria-current=true] h2').textContent).toBe('Near');
    // The driver is in the middle, and the station, 3 km to the north, in view and well apart from them.
    expect(own.x).toBeCloseTo(195, 0);
    expect(own.y - chosen.y).toBeGreaterThan(100);
    expect(chosen.y).toBeGreaterThan(150);
  });
  expect(document.querySelector('canvas')).toBeNull();
});
