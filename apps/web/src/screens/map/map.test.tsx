import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Station } from '@bijli/contract/stations';
import { clear, element, press, until } from '@bijli/ui/testing/page';
import { serveStations } from '../../testing/map-page.ts';
import { here, open, setSize } from '../../testing/page.tsx';
import { profileReply } from '../../testing/replies.ts';
import { stationAt } from '../../testing/station.ts';
import { stubNavigator } from '../../testing/stub-navigator.ts';

const station = (id: string, latitude: number, details: Partial<Station> = {}) => stationAt(id, latitude, 79, details);

let server: Awaited<ReturnType<typeof serveStations>>;

beforeEach(async () => {
  setSize(390);
  server = await serveStations([station('Third', 23), station('First', 21, { rate: 4.25 }), station('Second', 22)]);
  await open('/');
  await until(() => element('li', 'First'));
});
afterEach(async () => {
  await clear();
  localStorage.clear();
  await server.close();
  vi.unstubAllGlobals();
});

const front = () => element('li[aria-current=true]');
const slider = () => element('ul[aria-label="Stations on the map"]');
const point = (type: string, clientX: number) =>
  act(async () =>
    slider().dispatchEvent(
      new PointerEvent(type, { clientX, pointerId: 1, button: 0, isPrimary: true, bubbles: true }),
    ),
  );
const swipe = async (px: number) => {
  HTMLElement.prototype.setPointerCapture = () => undefined;
  await point('pointerdown', 200);
  await point('pointermove', 200 + px / 2);
  await point('pointermove', 200 + px);
  await point('pointerup', 200 + px);
};

/** The queries for stations, in order. */
const asked = () =>
  server.asked
    .filter(({ call }) => call.endsWith('charging-station'))
    .map(({ search }) => Object.fromEntries(new URLSearchParams(search)));

/** The default vehicle has a CCS2 inlet. */
const driveNexon = () => {
  const facts = { vehicle_name: 'Nexon EV', vehicle_registration_number: 'KA05MR4521', vehicle_image: 'suv' };
  server.answers['GET /api-v1/user/get-profile'] = profileReply({ vehicle: { ...facts, connector_types: ['CCS2'] } });
};

const texts = () => [...slider().children].map((card) => card.textContent);

test('a slider of cards is on the map, the one nearest to the middle in front [MAP-6, MAP-7, API-7]', () => {
  expect([...slider().children].map((card) => card.querySelector('h2')?.textContent)).toEqual([
    'First',
    'Second',
    'Third',
  ]);
  expect(front().textContent).toContain('First');
});

test('a card says available with an active charger and unavailable without, and has its visibility in capitals [MAP-12, MAP-13]', async () => {
  expect(texts()).toEqual([
    'Free now, all over IndiaFirstFirst RoadAvailablePUBLICAC4.3',
    'Free now, all over IndiaSecondSecond RoadAvailablePUBLICAC',
    'Free now, all over IndiaThirdThird RoadAvailablePUBLICAC',
  ]);
  server.answers['GET /api-v1/user/charging-station'] = {
    success: true,
    properties: [station('Taken', 21, { active_charger: 0, status: 0 })],
  };
  await open('/');
  await until(() => expect(texts()).toEqual([expect.stringContaining('TakenTaken RoadUnavailablePUBLICAC')]));
});

test('a card shows its type of connector, AC if it has none, and its rating if it has one [MAP-11, MAP-14]', async () => {
  server.answers['GET /api-v1/user/charging-station'] = {
    success: true,
    properties: [
      station('Told', 21, { connector_types: ['CCS2', 'Type 2'], rate: 4 }),
      station('Untold', 22, { connector_types: [] }),
    ],
  };
  await open('/');
  await until(() => element('li', 'Untold'));
  expect(texts()).toEqual([
    'Free now, all over IndiaToldTold RoadAvailablePUBLICCCS2 +14.0',
    'Free now, all over IndiaUntoldUntold RoadAvailablePUBLICAC',
  ]);
});

test('a swipe of more than 100 px brings the next card to the front, a shorter one does not [MAP-8]', async () => {
  await swipe(-90);
  expect(front().textContent).toContain('First');
  await swipe(-110);
  expect(front().textContent).toContain('Second');
  await swipe(110);
  expect(front().textContent).toContain('First');
});

test('arrow keys and focus bring cards to the front too [MAP-7]', async () => {
  await act(async () =>
    slider().dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true })),
  );
  expect(front().textContent).toContain('Second');
  await act(async () => element('li', 'Third').querySelector('a')?.focus());
  expect(front().textContent).toContain('Third');
});

test('a tap on a card opens its station, which is passed along [MAP-19, SCOPE-5]', async () => {
  await press(element('li', 'First').querySelector('a') as HTMLElement);
  await until(() => expect(here()).toMatchObject({ path: '/charger', state: { station: { property_id: 'First' } } }));
});

test('the round list button opens the list of stations [MAP-10, LIST-1]', async () => {
  await press(element('a[aria-label="List of stations"]'));
  await until(() => expect(here().path).toBe('/list-chargers'));
});

test('the search pill opens the search [MAP-21]', async () => {
  await press(element('a', 'Search charger,city,state....'));
  await until(() => expect(here().path).toBe('/search'));
});

test('Locate me requests the position only when tapped, and shows an alert if there is none [MAP-9, MAP-16]', async () => {
  const alerted = vi.fn();
  const asked = vi.fn((_: unknown, refuse: (why: object) => void) => refuse({ code: 1 }));
  vi.stubGlobal('alert', alerted);
  stubNavigator({ geolocation: { getCurrentPosition: asked } });
  expect(asked).not.toHaveBeenCalled();
  await press(element('button[aria-label="Locate me"]'));
  await until(() => expect(alerted).toHaveBeenCalledWith('Please Allow Your Loaction.'));
  expect(asked).toHaveBeenCalledTimes(1);
  const notice = element('[role=status]', 'Location is off for this site.');
  await press(element('[role=status] button', 'Close'));
  expect(notice.isConnected).toBe(false);
});

test('if the device does not find the driver in time, the map says so and stays as it is [MAP-9]', async () => {
  const alerted = vi.fn();
  const asked = vi.fn((_: unknown, refuse: (why: object) => void) => refuse({ code: 3 }));
  vi.stubGlobal('alert', alerted);
  stubNavigator({ geolocation: { getCurrentPosition: asked } });
  await press(element('button[aria-label="Locate me"]'));
  await until(() => element('[role=status]', 'Your location did not come in time.'));
  expect(alerted).not.toHaveBeenCalled();
  expect(front().textContent).toContain('First');
});

test('Locate me shows that it is searching, and makes one request at a time [MAP-9]', async () => {
  const asked = vi.fn();
  stubNavigator({ geolocation: { getCurrentPosition: asked } });
  const button = element('button[aria-label="Locate me"]');
  await press(button);
  await press(button);
  expect(asked).toHaveBeenCalledTimes(1);
  expect(button.getAttribute('aria-busy')).toBe('true');
  element('[role=status]', 'Finding your location…');
  vi.stubGlobal('alert', vi.fn());
  await act(async () => (asked.mock.calls[0] as [unknown, () => void])[1]());
  await until(() => expect(button.getAttribute('aria-busy')).toBe('false'));
});

test('while the driver’s position is unknown, the map of India requests it, once while the app is open [MAP-24]', async () => {
  const asked = vi.fn();
  stubNavigator({ geolocation: { getCurrentPosition: asked } });
  const question = await until(() => element('section[aria-label="Where are you?"]'));
  expect(question.querySelector('a')?.getAttribute('href')).toBe('/search');
  await press(element('section[aria-label="Where are you?"] button', 'Use my location'));
  expect(element('button[aria-label="Locate me"]').getAttribute('aria-busy')).toBe('true');
  // What to do about a failure takes its place.
  await act(async () => (asked.mock.calls[0] as [unknown, (why: object) => void])[1]({ code: 2 }));
  await until(() => element('[role=status]', 'Switch on its location (GPS)'));
  expect(question.isConnected).toBe(false);
  await press(element('[role=status] button', 'Close'));
  await press(await until(() => element('section[aria-label="Where are you?"] button[aria-label=Close]')));
  await clear();
  await open('/');
  await until(() => element('li', 'First'));
  expect(document.querySelector('section[aria-label="Where are you?"]')).toBeNull();
});

test('the filter opens from the search pill, which counts its choices', async () => {
  localStorage.setItem('station-filter', JSON.stringify({ connectors: ['CCS2', 'Type 2'] }));
  await open('/');
  const filter = await until(() => element('header span > button[aria-haspopup=dialog]'));
  expect(filter.parentElement?.textContent).toBe('2');
});

test.each([
  ['a React Native view', { ReactNativeWebView: {} }, 'Linux; Android 15', 'Apps, Bijli, Permissions'],
  [
    'a React Native view',
    { ReactNativeWebView: {} },
    'iPhone; CPU iPhone OS 19',
    'Privacy & Security, Location Services',
  ],
  ['Capacitor', { Capacitor: { isNativePlatform: () => true } }, 'Linux; Android 15', 'Apps, Bijli, Permissions'],
  ['Capacitor in a browser', { Capacitor: { isNativePlatform: () => false } }, 'Linux; Android 15', 'Please Allow'],
])(
  'inside the native app the alert says where to switch location services on: %s, %o, %s [MAP-17]',
  async (_, wrapper, userAgent, notice) => {
    const alerted = vi.fn();
    vi.stubGlobal('alert', alerted);
    for (const [name, value] of Object.entries(wrapper)) vi.stubGlobal(name, value);
    const refuse = (_place: unknown, no: () => void) => no();
    stubNavigator({ geolocation: { getCurrentPosition: refuse }, userAgent });
    await press(element('button[aria-label="Locate me"]'));
    await until(() => expect(alerted).toHaveBeenCalledWith(expect.stringContaining(notice)));
  },
);

test.each([768, 1280])(
  'at %i px a list beside the map replaces the slider, and marks the chosen card [MAP-6, MAP-7]',
  async (width) => {
    setSize(width);
    await open('/');
    const first = await until(() => element('aside li', 'First'));
    element('aside a', 'Search charger,city,state....');
    element('aside button[aria-label="Filter"]');
    expect(document.querySelector('li[aria-current]')).toBeNull();
    const cards = () => [...document.querySelectorAll('aside li a')];
    const chosen = () => cards().map((card) => card.className.includes('chosen'));
    // Nobody knows where the driver is: no pin stands out.
    expect(chosen()).toEqual([false, false, false]);
    await act(async () => element('aside li', 'Third').querySelector('a')?.focus());
    expect(chosen()).toEqual(cards().map((card) => card.textContent.includes('Third')));
    expect(first.textContent).toContain('AC');
    // Only the rail links to the scanner.
    expect(document.querySelectorAll('a[href="/scan"]')).toHaveLength(1);
  },
);

test('on a phone the scanner is one tap away from the map', () => {
  expect(element('main a[aria-label="Scan"]').getAttribute('href')).toBe('/scan');
});

test('without a known position, a driver first sees where a charge can start, and why', async () => {
  server.answers['GET /api-v1/user/charging-station'] = {
    success: true,
    properties: [
      station('Offline', 21, { active_charger: 0, online_charger: 0, status: 0 }),
      station('Far', 9),
      station('Nearer', 25),
    ],
  };
  await open('/');
  await until(() => element('li', 'Nearer'));
  expect(front().textContent).toContain('Nearer');
  expect(slider().textContent).not.toContain('Offline');
  element('main p', 'Free now, all over India');
});

test('the filter of the search is shown on the map, used for its requests, and can be removed there', async () => {
  localStorage.setItem('station-filter', JSON.stringify({ connectors: ['CCS2'] }));
  await open('/');
  const remove = await until(() => element('[role=group] button', 'CCS2'));
  await until(() => expect(asked().at(-1)).toMatchObject({ connectors: 'CCS2', zoom: '4' }));
  await press(remove);
  await until(() => expect(document.querySelector('[role=group] button')).toBeNull());
});

test('a station that was chosen before another filter is removed if it does not match', async () => {
  await swipe(-150);
  await until(() => expect(front().textContent).toContain('Second'));
  server.answers['GET /api-v1/user/charging-station'] = {
    success: true,
    properties: [station('Third', 23), station('First', 21)],
  };
  localStorage.setItem('station-filter', '{"connectors":["CCS2"]}');
  await act(async () => window.dispatchEvent(new Event('storage')));
  const names = () => [...slider().children].map((card) => card.querySelector('h2')?.textContent);
  await until(() => expect(names()).toEqual(['First', 'Third']));
  expect(front().textContent).toContain('First');
  localStorage.clear();
});

test('the front card is a station that can be used now: free, and with the default vehicle’s plug', async () => {
  driveNexon();
  server.answers['GET /api-v1/user/charging-station'] = {
    success: true,
    properties: [
      station('Other plug', 21, { connector_types: ['Type 2'] }),
      station('Busy', 21.5, { connector_types: ['CCS2'], active_charger: 0, status: 0 }),
      station('Right', 25, { connector_types: ['CCS2'] }),
    ],
  };
  await open('/');
  await until(() => expect(front().textContent).toContain('Right'));
});

test('the front card says nothing about its age while it is fresh, and loads its station once it has stopped moving', async () => {
  server.answers['GET /api-v1/user/get-charger'] = {
    success: true,
    property: station('First', 21),
    chargers: [],
    bookmark: false,
    vehicles: [],
    wallet: { balance: 0 },
    station: { amenities: [], last_seen: '2026-11-20T08:00:00.000Z' },
  };
  await open('/');
  await until(() => expect(server.asked.some(({ call }) => call.endsWith('get-charger'))).toBe(true));
  expect(front().textContent).not.toMatch(/ago|old/);
  expect(server.asked.filter(({ call }) => call.endsWith('get-charger'))).toHaveLength(1);
});

test('a network too large to be drawn has cards of its best stations, and with a vehicle counts only the plugs that fit', async () => {
  setSize(1280);
  server.answers['GET /api-v1/user/charging-station'] = {
    success: true,
    properties: [station('Best', 21)],
    total: 100_000,
    clusters: [{ latitude: 21, longitude: 79, free: 1, busy: 0, offline: 99_999 }],
  };
  await open('/');
  await until(() => element('aside li', 'Best'));
  expect(asked().some(({ connectors }) => connectors !== undefined)).toBe(false);

  await clear();
  driveNexon();
  await open('/');
  await until(() => expect(asked().at(-1)).toMatchObject({ connectors: 'CCS2' }));
});
