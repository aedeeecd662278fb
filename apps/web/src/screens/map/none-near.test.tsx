import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clear, element, press, until } from '@bijli/ui/testing/page';
import { serveStations } from '../../testing/map-page.ts';
import { open } from '../../testing/page.tsx';
import { profileReply } from '../../testing/replies.ts';
import { station } from '../../testing/station.ts';
import { stubNavigator } from '../../testing/stub-navigator.ts';

let server: Awaited<ReturnType<typeof serveStations>>;

beforeEach(async () => {
  server = await serveStations([station('Forum')]);
});
afterEach(async () => {
  await clear();
  vi.unstubAllGlobals();
  await server.close();
});

/** The device is at this place from now on. */
function standAt(latitude: number): void {
  const found = (answer: (place: object) => void) => answer({ coords: { latitude, longitude: 77.64 } });
  stubNavigator({ geolocation: { getCurrentPosition: found } });
}

// In a file of its own, because the app remembers the position.
test('if no station is near, the cards of a network too large to be drawn show the nearest ones farther away', async () => {
  const clusters = [{ latitude: 21, longitude: 79, free: 1, busy: 0, offline: 99_999 }];
  const large = { success: true, total: 100_000, clusters };
  server.answers['GET /api-v1/user/charging-station'] = (query: URLSearchParams) => {
    const [west = 0, , east = 0] = (query.get('window') ?? '').split(',').map(Number);
    if (east - west < 1) return { success: true, total: 0, properties: [] };
    return { ...large, properties: [station(east - west === 360 ? 'MiddleOfIndia' : 'NextTown')] };
  };
  await open('/');
  await until(() => element('li', 'MiddleOfIndia'));
  standAt(13.97);
  await press(element('button[aria-label="Locate me"]'));
  await until(() => element('li', 'NextTown'));
  await until(() => expect(document.body.textContent).not.toContain('MiddleOfIndia'));
});

test('a map that opens at a place has cards of that place, and never those of single stations on the map of India', async () => {
  const clusters = [{ latitude: 21, longitude: 79, free: 1, busy: 0, offline: 99_999 }];
  server.answers['GET /api-v1/user/charging-station'] = (query: URLSearchParams) => {
    const [west = -180, , east = 180] = (query.get('window') ?? '-180,,180').split(',').map(Number);
    if (east - west < 1) return { success: true, total: 1, properties: [station('Here')] };
    return { success: true, total: 100_000, clusters, properties: [station('FarIsland')] };
  };
  const seen = new Set<string>();
  const observer = new MutationObserver(() => {
    for (const card of document.querySelectorAll('li h2')) seen.add(card.textContent ?? '');
  });
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  await open('/?lat=13.97&lng=77.64');
  await until(() => element('li', 'Here'));
  observer.disconnect();
  expect([...seen]).not.toContain('FarIsland');
});

test('a map that opens at a place asks once for its stations, and not for clusters of the country that fit the car', async () => {
  const nexon = { vehicle_name: 'Nexon EV', vehicle_registration_number: 'KA05MR4521', vehicle_image: 'suv' };
  server.answers['GET /api-v1/user/get-profile'] = profileReply({ vehicle: { ...nexon, connector_types: ['CCS2'] } });
  const clusters = [{ latitude: 21, longitude: 79, free: 1, busy: 0, offline: 99_999 }];
  server.answers['GET /api-v1/user/charging-station'] = (query: URLSearchParams) => {
    const [west = -180, , east = 180] = (query.get('window') ?? '-180,,180').split(',').map(Number);
    if (east - west < 1) return { success: true, total: 1, properties: [station('Here', { latitude: 13.97 })] };
    return { success: true, total: 100_000, clusters, properties: [station('FarIsland')] };
  };
  await open('/?lat=13.97&lng=77.64');
  await until(() => element('li', 'Here'));
  const asked = server.asked
    .filter(({ call }) => call === 'GET /api-v1/user/charging-station')
    .map(({ search }) => new URLSearchParams(search))
    .map((query) => [query.get('window') === '-180,-90,180,90' ? 'country' : 'place', query.get('connectors')]);
  expect(asked.filter(([window]) => window === 'place')).toEqual([['place', 'CCS2']]);
  expect(asked.filter(([, connectors]) => connectors !== null)).toHaveLength(1);
});

test('an empty map says why it is empty, and what to do', async () => {
  localStorage.setItem('station-filter', JSON.stringify({ network: ['Nobody'] }));
  server.answers['GET /api-v1/user/charging-station'] = { success: true, properties: [] };
  await open('/');
  await until(() => element('[role=status]', 'No station matches your filters.'));
  await press(element('[role=status] button', 'Reset All'));
  await until(() => element('[role=status]', 'No stations yet'));
  expect(document.querySelector('[role=status] button')).toBeNull();
});
