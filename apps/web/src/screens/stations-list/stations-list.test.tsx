import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Station } from '@bijli/contract/stations';
import { serveAnswers } from '@bijli/contract/testing/answers';
import { notify } from '@bijli/ui/notify';
import { clear, element, press, text, until } from '@bijli/ui/testing/page';
import { storedStationFilter } from '#device/stored-filter.ts';
import { keepUser } from '#device/stored-user.ts';
import { here, open } from '../../testing/page.tsx';
import { station, NOTHING_FREE } from '../../testing/station.ts';
import { stubNavigator } from '../../testing/stub-navigator.ts';

const STATIONS = 'GET /api-v1/user/charging-station';

let server: Awaited<ReturnType<typeof serveAnswers>>;

beforeEach(async () => {
  keepUser({ token: 't', name: 'Asha', email: 'a@example.com' });
  server = await serveAnswers({ [STATIONS]: { success: true, properties: [] } });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await clear();
  localStorage.clear();
  await server.close();
});

const show = async (...properties: Station[]) => {
  server.answers[STATIONS] = { success: true, properties };
  await open('/list-chargers');
  return until(() => element('main li a'));
};

test('a card shows name, address, upper-case visibility and availability by active chargers [LIST-2, MAP-12, MAP-13]', async () => {
  const card = await show(station('Forum'), station('Closed', NOTHING_FREE));
  expect(card.textContent).toBe('ForumForum RoadAvailablePUBLICAC');
  expect(element('main li a', 'Closed').textContent).toContain('Unavailable');
});

test('the card of a station that is not public is grey and says so, and is never called the best [LIST-2, MAP-22]', async () => {
  await show(station('Works', { visibility: 'captive' }), station('Forum'));
  const badges = (name: string) =>
    [...element('main li a', name).querySelectorAll('[class*=badge]')].map((badge) => badge.textContent);
  const tones = (name: string) => element('main li a', name).querySelectorAll('[class*=off]').length;
  expect(badges('Works')).toContain('CAPTIVE · PRIVATE');
  expect([tones('Works'), tones('Forum')]).toEqual([2, 0]);
  expect(element('main li a', 'Works').className).toContain('captive');
});

test('rating, type, free plugs, power and price are shown only if the answer has them [LIST-2, MAP-11, MAP-14]', async () => {
  const details = { rate: 4.25, connector_types: ['CCS2', 'Type 2 AC'], connectors_free: 1, connectors_total: 2 };
  const card = await show(station('Full', { ...details, power_max: 60, price_from: 14.99 }));
  expect(card.textContent).toBe('FullFull RoadAvailablePUBLICCCS2 +14.31 of 2 free60\u202FkW₹14.99/kWh');
});

const PLUGS = [
  { type: 'CCS2', power: 60, price: 18.5, total: 3, free: 1 },
  { type: 'CCS2', power: 120, price: 22, total: 1, free: 0 },
  { type: 'LEV AC', power: 3, price: 0, total: 2, free: 2 },
];
const nobody = { email: '', mobile_country_code: '+91', mobile_number: '98', balance: { balance: 0 } };
const drive = (...connector_types: string[]) => driveA({ connector_types });
const driveA = (facts: { connector_types: string[]; ac_max_power?: number; dc_max_power?: number }) => {
  const vehicle = { vehicle_name: 'Nexon EV', vehicle_registration_number: 'KA05MR4521', vehicle_image: 'suv' };
  server.answers['GET /api-v1/user/get-profile'] = {
    success: true,
    profile: { ...nobody, name: 'Asha', vehicle: { ...vehicle, ...facts } },
  };
};

test('with a default vehicle plugs, power and price are those of what fits it; a price of 0 is free charging', async () => {
  drive('CCS2', 'Type 2');
  const hub = station('Hub', { plugs: PLUGS, connector_types: ['LEV AC', 'CCS2'], price_from: 0 });
  await show(hub);
  // Nobody knows what the car takes.
  await until(() =>
    expect(element('main li a').textContent).toMatch(/PUBLICCCS21 of 4 freeup to 60\u202FkW₹18\.50\/kWh$/),
  );
  await clear();
  drive('LEV AC');
  await show(hub);
  await until(() => expect(element('main li a').textContent).toMatch(/LEV AC2 of 2 free3\u202FkWFree charging$/));
});

test('where two types fit, badge, count, power and price are of the better one that is free, and the count names it [LIST-2, MAP-11]', async () => {
  driveA({ connector_types: ['CCS2', 'Type 2'], ac_max_power: 7.2, dc_max_power: 50 });
  const plugs = (free: number) => [
    { type: 'Type 2', power: 22, price: 12, total: 2, free: 2 },
    { type: 'CCS2', power: 180, price: 17, total: 4, free },
  ];
  const types = { connector_types: ['CCS2', 'Type 2'], connectors_total: 6 };
  await show(station('Fast', { ...types, plugs: plugs(2) }), station('Slow', { ...types, plugs: plugs(0) }));
  const card = (name: string) => element('main li a', name).textContent;
  await until(() => expect(card('Fast')).toMatch(/PUBLICCCS22 of 4 CCS2 free50\u202FkW for you₹17\.00\/kWh$/));
  expect(card('Slow')).toMatch(/PUBLICType 22 of 2 Type 2 free7\.2\u202FkW for you₹12\.00\/kWh$/);
});

test('if the car can use less power than the plug gives, the card shows what it gets [LIST-2]', async () => {
  driveA({ connector_types: ['CCS2'], ac_max_power: 7.2, dc_max_power: 50 });
  const hub = station('Hub', { plugs: PLUGS, connector_types: ['CCS2'] });
  await show(hub);
  await until(() => expect(element('main li a').textContent).toMatch(/of 4 free50\u202FkW for you₹18\.50\/kWh$/));
  await clear();
  driveA({ connector_types: ['LEV AC'], ac_max_power: 7.2, dc_max_power: 50 });
  await show(hub);
  await until(() => expect(element('main li a').textContent).toMatch(/of 2 free3\u202FkWFree charging$/));
});

test('the list has free stations that fit first, then taken or closed ones, then those without the plug [LIST-2]', async () => {
  drive('CCS2');
  const other = [{ type: 'Type 2', total: 1, free: 1 }];
  await show(
    station('Other', { plugs: other, connector_types: ['Type 2'] }),
    station('Shut', { plugs: PLUGS, open_now: false }),
    station('Full', { plugs: PLUGS.map((plug) => ({ ...plug, free: 0 })), ...NOTHING_FREE, online_charger: 2 }),
    station('Dark', { plugs: PLUGS.map((plug) => ({ ...plug, free: 0 })), ...NOTHING_FREE, online_charger: 0 }),
    station('Free', { plugs: PLUGS }),
  );
  const heads = () => [...document.querySelectorAll('main h2')].map((head) => head.parentElement?.textContent);
  await until(() =>
    expect(heads()).toEqual(['Free, fits Nexon EV1', 'No free plug for Nexon EV now3', 'No plug for your car1']),
  );
  const names = [...document.querySelectorAll('main h3')].map((name) => name.textContent);
  expect([names[0], names.at(-1), names.slice(1, 4).toSorted()]).toEqual(['Free', 'Other', ['Dark', 'Full', 'Shut']]);
  expect(element('main li a', 'Shut').textContent).toContain('Unavailable');
  expect(element('main li a', 'Shut').textContent).toContain('Closed now');
  // One that is offline promises nothing.
  expect(element('main li a', 'Dark').textContent).toMatch(/PUBLICCCS2All chargers offline$/);
  expect(element('main li a', 'Full').textContent).toContain('0 of 4 free');
  expect(element('main li a', 'Other').textContent).toContain('No CCS2 plug');
});

test('free now means a free plug of the car’s type or of the filter’s: in badges, headings and the quick filter [FILTER-8, LIST-2, SAVED-2]', async () => {
  drive('CCS2');
  const plugs = (ccs2: number, type2: number) => ({
    connector_types: ['CCS2', 'Type 2'],
    plugs: [
      { type: 'CCS2', power: 60, total: 1, free: ccs2 },
      { type: 'Type 2', power: 7, total: 1, free: type2 },
    ],
  });
  const others = { connector_types: ['Type 2'], plugs: [{ type: 'Type 2', total: 1, free: 1 }] };
  const all = [station('Fits', plugs(1, 0)), station('Taken', plugs(0, 1)), station('Other', others)];
  server.answers['GET /api-v1/user/user-saved-bookmark'] = { success: true, properties: all };
  await show(...all);
  const badge = (name: string) => /Available|Unavailable|Doesn’t fit/.exec(element('main li a', name).textContent)?.[0];
  const names = () => [...document.querySelectorAll('main h3')].map((name) => name.textContent);
  const heads = () => [...document.querySelectorAll('main h2')].map((head) => head.textContent);
  await until(() => expect(['Fits', 'Taken', 'Other'].map(badge)).toEqual(['Available', 'Unavailable', 'Doesn’t fit']));
  expect(heads()[1]).toBe('No free plug for Nexon EV now');
  expect(element('main li a', 'Taken').textContent).toContain('0 of 1 free');
  await press(element('[role=group] button', 'Available'));
  await until(() => expect(names()).toEqual(['Fits']));
  // The filter’s types count before the car’s.
  localStorage.setItem('station-filter', '{"available":["1"],"connectors":["Type 2"]}');
  await act(async () => window.dispatchEvent(new Event('storage')));
  await until(() => expect(names()).toEqual(['Other', 'Taken']));
  expect([badge('Taken'), badge('Other'), heads()]).toEqual(['Available', 'Available', ['Free']]);
  // The filter does not apply to saved stations.
  await clear();
  await open('/saved-charger-list');
  await until(() => expect(['Fits', 'Taken', 'Other'].map(badge)).toEqual(['Available', 'Unavailable', 'Doesn’t fit']));
});

test('the list can be sorted by price or power within its groups, and keeps the order for the next visit [LIST-4]', async () => {
  drive('CCS2');
  const offer = (power: number, price: number, free = 1) => ({
    plugs: [{ type: 'CCS2', power, price, total: 1, free }],
  });
  await show(
    station('Mid', offer(60, 20)),
    station('Fast', offer(120, 25)),
    station('Cheap', offer(30, 15)),
    station('Taken', { ...offer(240, 10, 0), ...NOTHING_FREE, online_charger: 1 }),
  );
  const names = () => [...document.querySelectorAll('main h3')].map((name) => name.textContent);
  const sort = async (name: string) => press(element('[role=radiogroup] button', name));
  const chosen = () => element('[role=radiogroup] [aria-checked=true]').textContent;
  // Nobody knows where the driver is, so that none is the nearest.
  await until(() => expect(names()).toEqual(['Cheap', 'Fast', 'Mid', 'Taken']));
  expect(chosen()).toBe('A–Z');
  await sort('Cheapest');
  await until(() => expect(names()).toEqual(['Cheap', 'Mid', 'Fast', 'Taken']));
  await sort('Fastest');
  await until(() => expect(names()).toEqual(['Fast', 'Mid', 'Cheap', 'Taken']));
  await clear();
  await open('/list-chargers');
  await until(() => expect(names()).toEqual(['Fast', 'Mid', 'Cheap', 'Taken']));
  const nearest = element('[role=radiogroup] button', 'Nearest');
  await press(nearest);
  expect([chosen(), nearest.getAttribute('aria-disabled')]).toEqual(['Fastest', 'true']);
  expect(document.getElementById(nearest.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Nearest needs your location.',
  );
  await sort('A–Z');
  await until(() => expect(names()).toEqual(['Cheap', 'Fast', 'Mid', 'Taken']));
});

test('stations that are not public are a group of their own, which promises nothing free [LIST-2, MAP-22]', async () => {
  await show(station('Works', { visibility: 'captive' }), station('Forum'), station('Closed', NOTHING_FREE));
  const heads = [...document.querySelectorAll('main h2')].map((head) => head.parentElement?.textContent);
  expect(heads).toEqual(['Free1', 'Busy, closed or offline1', 'Private1']);
});

test('the card of a full station shows when the first plug that fits is expected to be free, if known', async () => {
  drive('CCS2');
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const [slow, fast, scooter] = PLUGS.map((plug) => ({ ...plug, free: 0 }));
  const ending = [
    { ...slow, free_at: inMinutes(64.5) },
    { ...fast, free_at: inMinutes(17) },
    { ...scooter, free_at: inMinutes(2) },
  ] as Station['plugs'];
  await show(
    station('Full', { plugs: ending, ...NOTHING_FREE, online_charger: 2 }),
    station('Dark', { plugs: ending, ...NOTHING_FREE, online_charger: 0 }),
  );
  await until(() => expect(element('main li a', 'Full').textContent).toContain('Free in 20\u202Fmin'));
  expect(element('main li a', 'Dark').textContent).toContain('All chargers offline');
});

test('a card opens the station with itself in state [LIST-3, MAP-19]', async () => {
  await press(await show(station('Forum')));
  await until(() => expect(here().path).toBe('/charger'));
  expect(here().state).toMatchObject({ station: { property_id: 'Forum' } });
});

test('without a network the page says so, and no toast says it again', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('There is no network.')));
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const told = vi.spyOn(notify, 'error');
  await open('/list-chargers');
  await until(() => element('h2', 'Stations did not load'));
  expect(told).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

test('without stations the list says so, and if they are refused it says why and offers to try again [LIST-2, ERROR-1]', async () => {
  await open('/list-chargers');
  await until(() => element('h2', 'No stations yet'));
  await clear();
  server.answers[STATIONS] = { success: false, message: 'Not now.', code: 'x' };
  await open('/list-chargers');
  await until(() => element('h2', 'Stations did not load'));
  await until(() => element('.Toastify__toast--error', 'Not now.'));
  server.answers[STATIONS] = { success: true, properties: [station('Forum')] };
  await press(element('button', 'Try again'));
  await until(() => element('main li a', 'Forum'));
});

test('an unavailable position is explained in the specified words, and the advice stays [MAP-16]', async () => {
  const alerted = vi.fn();
  vi.stubGlobal('alert', alerted);
  await show(station('Forum'));
  await press(element('main button', 'Near me'));
  await until(() => expect(alerted).toHaveBeenCalledWith('Please Allow Your Loaction.'));
  element('[role=status]', 'Location is off for this site.');
});

test('while the position is searched its button spins, and a failure says what to do', async () => {
  const asked = vi.fn();
  await show(station('Forum'));
  stubNavigator({ geolocation: { getCurrentPosition: asked } });
  const button = element('main button', 'Near me');
  await press(button);
  await press(button);
  expect([asked.mock.calls.length, button.getAttribute('aria-busy')]).toEqual([1, 'true']);
  await act(async () => (asked.mock.calls[0] as [unknown, (why: object) => void])[1]({ code: 2 }));
  await until(() => element('[role=status]', 'Switch on its location (GPS)'));
  expect(button.getAttribute('aria-busy')).toBeNull();
});

test('without a stored user the list leads to the login page [LIST-1, GATE-2]', async () => {
  localStorage.clear();
  await open('/list-chargers');
  await until(() => expect(here().path).toBe('/login'));
});

test('the filter narrows the list too, and a tap on its chip removes it [FILTER-1, LIST-2]', async () => {
  localStorage.setItem('station-filter', JSON.stringify({ connectors: ['CCS2'], available: ['1'] }));
  await show(station('Forum'), station('Closed', NOTHING_FREE));
  expect(server.asked.find(({ call }) => call === STATIONS)?.search).toBe('?connectors=CCS2');
  expect(text()).not.toContain('Closed');
  expect(element('[role=status]').textContent).toBe('1 station');
  await press(element('main [aria-pressed=true]', 'Available'));
  await until(() => element('main li a', 'Closed'));
  await press(element('[aria-label="Remove CCS2"]'));
  await until(() => expect(server.asked.findLast(({ call }) => call === STATIONS)?.search).toBe(''));
  expect(localStorage.getItem('station-filter')).toBeNull();
});

test('offline, the last known stations stay and show their age', async () => {
  await show(station('Forum'));
  stubNavigator({ onLine: false });
  await act(async () => dispatchEvent(new Event('offline')));
  expect(element('main [role=status]', 'No internet').textContent).toMatch(
    /^No internet\. Last updated (just now|\d+\u202F\w+ ago)\.$/,
  );
  element('main li a', 'Forum');
});

test('an open list is fetched again every ten minutes, and nothing on it is green once that fails', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    await show(station('Forum'));
    const badge = () => element('main li a [class*=words] > *', 'Available').className;
    expect(badge()).not.toContain('off');
    const asked = () => server.asked.filter(({ call }) => call === STATIONS).length;
    const before = asked();
    server.answers[STATIONS] = { success: false, message: 'Not now.', code: 'x' };
    await act(async () => void vi.advanceTimersByTime(600_000));
    await until(() => expect(asked()).toBe(before + 1));
    await until(() => expect(badge()).toContain('off'));
  } finally {
    vi.useRealTimers();
  }
});

test('a long list is drawn as far as the driver has scrolled', async () => {
  await show(...Array.from({ length: 60 }, (_, index) => station(`Station ${String(index).padStart(2, '0')}`)));
  expect(document.querySelectorAll('main li')).toHaveLength(24);
  await press(element('main button', 'Show 24 more'));
  expect(document.querySelectorAll('main li')).toHaveLength(48);
  expect(document.activeElement?.textContent).toContain('Station 24');
  await press(element('main button', 'Show 12 more'));
  expect(document.querySelectorAll('main li')).toHaveLength(60);
});

test('above the list a tap filters for what fits the car, is free now or is fast, and the filter shows it [LIST-2]', async () => {
  drive('CCS2');
  const own = { vehicle_id: 'm1', vehicle_name: 'Nexon EV', vehicle_image: 'suv', vehicle_registration_number: '' };
  server.answers['GET /api-v1/user/vehicles'] = {
    success: true,
    vehicles: [
      { ...own, id: '6', default: 0 },
      { ...own, id: '7', default: 1 },
    ],
  };
  await show(station('Hub'));
  const chips = 'main [role=group][aria-label="Quick filters"] button';
  await until(() => element(chips, 'Fits Nexon EV'));
  await press(element(chips, 'Fits Nexon EV'));
  await press(element(chips, 'Available'));
  await press(element(chips, 'Fast (DC)'));
  expect(storedStationFilter()).toEqual({ vehicle: ['7'], available: ['1'], current: ['DC'] });
  expect(element('button[aria-haspopup=dialog]').getAttribute('aria-label')).toBe('Filter, 3 chosen');
  // A quick filter that is pressed is not repeated as a chosen filter.
  expect(text()).not.toContain('Reset All');
  await press(element(chips, 'Available'));
  expect(storedStationFilter()).toEqual({ vehicle: ['7'], current: ['DC'] });
  expect(element(chips, 'Fast (DC)').getAttribute('aria-pressed')).toBe('true');
});
