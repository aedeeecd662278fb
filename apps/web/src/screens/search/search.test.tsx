import { act } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { STATION_FILTER_FIELDS } from '@bijli/contract/station-filter';
import { serveAnswers } from '@bijli/contract/testing/answers';
import { clear, element, fill, press, until } from '@bijli/ui/testing/page';
import { noteMapMiddle } from '#device/map-middle.ts';
import { keepUser } from '#device/stored-user.ts';
import { here, open, query, setSize } from '../../testing/page.tsx';
import { station, NOTHING_FREE } from '../../testing/station.ts';

const SEARCH = 'GET /api-v1/user/search-station';
const PROFILE = 'GET /api-v1/user/get-profile';
const STATIONS = 'GET /api-v1/user/charging-station';
const nobody = {
  name: 'Asha',
  email: '',
  mobile_country_code: '+91',
  mobile_number: '98',
  balance: { balance: 0 },
  vehicle: null,
};

let server: Awaited<ReturnType<typeof serveAnswers>>;

beforeEach(async () => {
  keepUser({ token: 't', name: 'Asha', email: 'a@example.com' });
  server = await serveAnswers({
    [STATIONS]: { success: true, properties: [station('Forum'), station('Closed', NOTHING_FREE)] },
    [SEARCH]: { success: true, properties: [], total: 0, places: [] },
    [PROFILE]: { success: true, profile: nobody },
  });
});
afterEach(async () => {
  await clear();
  localStorage.clear();
  await server.close();
});

const box = () => element<HTMLInputElement>('input[type=search]');
const cards = () =>
  [...document.querySelectorAll<HTMLElement>('[role=tabpanel] li a :is(h2, h3)')].map((name) => name.textContent);
const searches = () =>
  server.asked
    .filter(({ call }) => call === SEARCH)
    .map(({ search }) => Object.fromEntries(new URLSearchParams(search).entries()));
const finds = (...properties: ReturnType<typeof station>[]) => {
  server.answers[SEARCH] = { success: true, properties, total: properties.length, places: [] };
};
const driveNexon = () => {
  const vehicle = { vehicle_name: 'Nexon EV', vehicle_registration_number: 'KA05MR4521', vehicle_image: 'suv' };
  server.answers[PROFILE] = {
    success: true,
    profile: { ...nobody, vehicle: { ...vehicle, connector_types: ['CCS2'] } },
  };
};
const submit = () =>
  act(async () => box().form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true })));
const openSearch = async (path = '/search') => {
  await open(path);
  await until(box);
};
const search = async (wanted: string) => {
  await openSearch();
  await fill(box(), wanted);
  await until(() => expect(searches().at(-1)?.['search']).toBe(wanted));
};

test('the search has its own address, behind the login gate [SEARCH-10, GATE-2]', async () => {
  await openSearch();
  expect(here().path).toBe('/search');
  await clear();
  localStorage.clear();
  await open('/search');
  await until(() => expect(here().path).toBe('/login'));
});

test('the box asks for charger, city or state, and lists every station while it is empty [SEARCH-1, SEARCH-9]', async () => {
  await openSearch();
  expect(box().placeholder).toBe('Search charger,city,state....');
  expect(document.activeElement).toBe(box());
  await until(() => expect(cards()).toEqual(['Forum', 'Closed']));
  expect(element('[role=status]').textContent).toBe('2 stations');
  element('button[aria-label="Filter"]');
  expect(searches()).toEqual([]);
});

test('three characters send nothing, four are sent, without the spaces around them [SEARCH-6, API-26]', async () => {
  finds(station('Pune Camp'));
  await openSearch();
  await fill(box(), '  Pun ');
  await until(() => element('[role=status]', 'Type at least 4 letters'));
  await submit();
  await fill(box(), ' Pune ');
  await until(() => expect(cards()).toEqual(['Pune Camp']));
  expect(searches()).toEqual([{ search: 'Pune' }]);
  expect(element('[role=status]').textContent).toBe('1 station');
});

test('letters typed quickly are sent once, after a pause; Enter does not wait [SEARCH-6]', async () => {
  await openSearch();
  for (const typed of ['Beng', 'Bengal', 'Bengaluru']) await fill(box(), typed);
  await until(() => expect(searches()).toHaveLength(1));
  await fill(box(), 'Mysuru');
  await submit();
  await until(() => expect(searches()).toEqual([{ search: 'Bengaluru' }, { search: 'Mysuru' }]));
});

test('a result shows name, address, visibility and availability, and a rating with one decimal if it has one [SEARCH-3, SEARCH-4, SEARCH-5]', async () => {
  finds(station('Forum Mall', { rate: 4.25, visibility: 'captive' }), station('Hebbal', NOTHING_FREE));
  await search('bengaluru');
  await until(() => expect(cards()).toEqual(['Forum Mall', 'Hebbal']));
  const [rated, unrated] = [element('li a', 'Forum Mall'), element('li a', 'Hebbal')];
  expect(rated.textContent).toBe(
    'Forum MallForum Mall RoadOnly for staff, residents or guests hereAvailableCAPTIVE · PRIVATEAC4.3',
  );
  expect(unrated.textContent).toBe('HebbalHebbal RoadUnavailablePUBLICAC');
});

test('stations without a plug for the driver’s vehicle come last, and are not called unavailable [SEARCH-3]', async () => {
  driveNexon();
  const plug = (type: string) => ({ connector_types: [type], plugs: [{ type, total: 2, free: 1 }] });
  finds(station('Old', { ...NOTHING_FREE, ...plug('Bharat DC-001') }), station('Forum', plug('CCS2')));
  await search('bengaluru');
  await until(() => expect(cards()).toEqual(['Forum', 'Old']));
  expect(element('li a', 'Old').textContent).not.toContain('Unavailable');
  expect(element('li a', 'Old').textContent).toContain('Doesn’t fit');
});

test('the tabs show only available or only unavailable stations [SEARCH-2]', async () => {
  finds(station('Forum'), station('Closed', NOTHING_FREE), station('Shut', { open_now: false }));
  await search('Bengaluru');
  await until(() => expect(cards()).toEqual(['Forum', 'Closed', 'Shut']));
  expect([...document.querySelectorAll('[role=tab]')].map((tab) => tab.textContent)).toEqual([
    'All',
    'AVAILABLE',
    'UNAVAILABLE',
  ]);
  await press(element('[role=tab]', 'AVAILABLE'));
  await until(() => expect(cards()).toEqual(['Forum']));
  await press(element('[role=tab]', 'UNAVAILABLE'));
  await until(() => expect(cards()).toEqual(['Closed', 'Shut']));
  // The heading gives the reason, so that a full station can be told from closed ones.
  expect(element('[role=tabpanel] h2').textContent).toBe('In use now');
  await until(() =>
    expect(searches()).toEqual([
      { search: 'Bengaluru' },
      { search: 'Bengaluru', available: '1' },
      { search: 'Bengaluru', available: '0' },
    ]),
  );
  await press(element('[role=tab]', 'All'));
  await until(() => expect(cards()).toEqual(['Forum', 'Closed', 'Shut']));
});

test('with a car the tabs are about plugs that fit it, on the server and as they change [SEARCH-2, SEARCH-5]', async () => {
  driveNexon();
  const plugs = (ccs2: number) => ({
    plugs: [
      { type: 'CCS2', total: 1, free: ccs2 },
      { type: 'Type 2', total: 1, free: 1 },
    ],
  });
  finds(station('Forum', plugs(1)), station('Taken', plugs(0)));
  await openSearch('/search?status=1');
  await until(() => expect(server.asked.some(({ call }) => call === PROFILE)).toBe(true));
  await fill(box(), 'Bengaluru');
  await until(() => expect(searches().at(-1)).toEqual({ search: 'Bengaluru', available: '1', car_types: 'CCS2' }));
  await until(() => expect(cards()).toEqual(['Forum']));
  await press(element('[role=tab]', 'UNAVAILABLE'));
  await until(() => expect(cards()).toEqual(['Taken']));
  expect(element('li a', 'Taken').textContent).toContain('Unavailable');
  await press(element('button[aria-label="Filter"]'));
  await until(() => {
    const asked = server.asked.findLast(({ call }) => call === 'GET /api-v1/user/station-filters');
    expect(new URLSearchParams(asked?.search).get('car_types')).toBe('CCS2');
  });
});

test('a result opens its station, with itself in state [SEARCH-7]', async () => {
  finds(station('Forum'));
  await search('Forum');
  await press(await until(() => element('[role=tabpanel] li a', 'Forum')));
  await until(() => expect(here().path).toBe('/charger'));
  expect(here().state).toMatchObject({ station: { property_id: 'Forum' } });
});

test('the back icon returns to the screen before, and the search is kept for coming back [SEARCH-8]', async () => {
  finds(station('Forum'));
  await open('/list-chargers');
  await press(await until(() => element('a[aria-label="Search"]')));
  await fill(await until(box), 'Forum');
  await press(await until(() => element('[role=tabpanel] li a', 'Forum')));
  await until(() => expect(here().path).toBe('/charger'));
  history.replaceState({ idx: 2 }, '');
  await press(element('[aria-label="Back"]'));
  await until(() => expect(box().value).toBe('Forum'));
  expect(cards()).toEqual(['Forum']);
  await press(element('[aria-label="Back"]'));
  await until(() => expect(here().path).toBe('/list-chargers'));
});

test('a late answer to an older text is dropped [SEARCH-11]', async () => {
  const late = Promise.withResolvers<unknown>();
  server.answers[SEARCH] = late.promise;
  await search('Mumb');
  finds(station('Chennai Central'));
  await fill(box(), 'Chennai');
  await until(() => expect(cards()).toEqual(['Chennai Central']));
  const seen: (string | null)[] = [];
  const watch = new MutationObserver(() => seen.push(...cards()));
  watch.observe(document.body, { subtree: true, childList: true, characterData: true });
  late.resolve({ success: true, properties: [station('Mumbai Fort')], total: 1, places: [] });
  finds(station('Chennai Egmore'));
  await fill(box(), 'Chennai Egmore');
  await until(() => expect(cards()).toEqual(['Chennai Egmore']));
  watch.disconnect();
  expect(new Set(seen)).toEqual(new Set(['Chennai Central', 'Chennai Egmore']));
});

test('while a newer text is loading the results of the older one cannot be used [SEARCH-11]', async () => {
  finds(station('Forum'));
  await search('Forum');
  await until(() => expect(cards()).toEqual(['Forum']));
  const answer = Promise.withResolvers<unknown>();
  server.answers[SEARCH] = answer.promise;
  await fill(box(), 'Forums');
  expect(element('[aria-busy=true]').inert).toBe(true);
  answer.resolve({ success: true, properties: [station('Forums')], total: 1, places: [] });
  await until(() => expect(cards()).toEqual(['Forums']));
  expect(document.querySelector('[aria-busy=true]')).toBeNull();
});

test('an empty result says so, and a text cut below four characters clears the results [SEARCH-11]', async () => {
  await search('Xyzzy');
  await until(() => element('h2', 'No stations found'));
  expect(element('[role=status]').textContent).toBe('0 stations');
  await press(element('[role=tabpanel] button', 'Clear the search'));
  await until(() => expect(cards()).toEqual(['Forum', 'Closed']));
  expect([box().value, document.activeElement]).toEqual(['', box()]);
  finds(station('Forum'));
  await fill(box(), 'Foru');
  await until(() => expect(cards()).toEqual(['Forum']));
  await fill(box(), 'For');
  expect(cards()).toEqual([]);
  await press(element('[aria-label="Clear the search"]'));
  await until(() => expect(cards()).toEqual(['Forum', 'Closed']));
  expect(document.activeElement).toBe(box());
});

const FILTERS = 'GET /api-v1/user/station-filters';
/** How many stations the text finds without a filter and in every tab. */
const findsUnfiltered = (total: number) => {
  const none = Object.fromEntries(STATION_FILTER_FIELDS.map((field) => [field, []]));
  server.answers[FILTERS] = { success: true, total, options: none };
};
const panel = () => element('[role=tabpanel]').textContent;

test('a tab without stations says that all or none are available, and leads to all [SEARCH-2, SEARCH-11]', async () => {
  findsUnfiltered(3);
  server.answers[STATIONS] = { success: true, properties: ['Forum', 'Hebbal', 'Orion'].map((name) => station(name)) };
  await openSearch('/search?status=0');
  await until(() => expect(panel()).toContain('All 3 stations found are available now.'));
  await press(element('[role=tabpanel] button', 'Show all'));
  await until(() => expect(cards()).toEqual(['Forum', 'Hebbal', 'Orion']));
  expect(element('[role=tab]', 'All').getAttribute('aria-selected')).toBe('true');
  await fill(box(), 'Bengaluru');
  await press(element('[role=tab]', 'AVAILABLE'));
  await until(() => expect(panel()).toContain('None of the 3 stations found is available now.'));
  expect(server.asked.findLast(({ call }) => call === FILTERS)?.search).toBe('?search=Bengaluru');
});

test('a text that finds nothing anywhere is not blamed on the filter or the tab [SEARCH-11, FILTER-13]', async () => {
  findsUnfiltered(0);
  localStorage.setItem('station-filter', '{"connectors":["CHAdeMO"]}');
  await search('Xyzzy');
  await until(() => expect(panel()).toContain('Try another spelling, the city or the pincode.Clear the search'));
  findsUnfiltered(12);
  await fill(box(), 'Mysuru');
  await until(() => expect(panel()).toContain('No station matches your filters.'));
  finds(station('Forum'));
  await press(element('[role=tabpanel] button', 'Reset All'));
  await until(() => expect(cards()).toEqual(['Forum']));
  findsUnfiltered(0);
  finds();
  await press(element('[role=tab]', 'UNAVAILABLE'));
  await fill(box(), 'Xyzzyx');
  await until(() => expect(panel()).toContain('Try another spelling, the city or the pincode.Clear the search'));
});

test('where only a place was found, the place is offered and not another spelling [SEARCH-11]', async () => {
  const place = { name: 'Kargil', state: 'Ladakh', latitude: 34.55, longitude: 76.13 };
  server.answers[SEARCH] = { success: true, properties: [], total: 0, places: [place] };
  await search('Kargil');
  await until(() => expect(panel()).toContain('No station there. Open the place to see the nearest.'));
});

test('a search that fails can be tried again', async () => {
  server.answers[SEARCH] = { status: 500, body: '{}' };
  await search('Forum');
  await until(() => element('h2', 'The search did not go through'));
  finds(station('Forum'));
  await press(element('button', 'Try again'));
  await until(() => expect(cards()).toEqual(['Forum']));
});

test('a search that the server refuses shows the server’s words [ERROR-1]', async () => {
  server.answers[SEARCH] = { success: false, message: 'Too many searches at once.', code: 'too_many_requests' };
  await search('Forum');
  await until(() => element('.Toastify__toast--error', 'Too many searches at once.'));
});

test('the searched words are highlighted in name and address [SEARCH-3]', async () => {
  finds(station('Forum Mall', { address: '12 Mall Road, Reforum' }));
  await search('forum mall');
  await until(() => expect(cards()).toEqual(['Forum Mall']));
  expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['Forum', 'Mall', 'Mall']);
});

test('places of that name open the map there [MAP-21]', async () => {
  server.answers[SEARCH] = {
    success: true,
    properties: [],
    total: 0,
    places: [{ name: 'Bengaluru', state: 'Karnataka', latitude: 12.97, longitude: 77.59 }],
  };
  await search('Bangalore');
  const place = await until(() => element<HTMLAnchorElement>('[aria-label="Places on the map"] a'));
  expect(place.textContent).toBe('BengaluruKarnataka');
  expect(place.getAttribute('href')).toBe('/?lat=12.97&lng=77.59&zoom=11');
});

test('a text with a typing error says how it was understood, and shows that first [SEARCH-3]', async () => {
  const koramangala = { latitude: 12.94, longitude: 77.62, city: 'Bengaluru', stations: 3 };
  server.answers[SEARCH] = {
    success: true,
    properties: [station('Depot', { address: '5 Depot Road, Koramangala' })],
    total: 1,
    places: [{ name: 'Koramangala', state: 'Karnataka', ...koramangala }],
    guessed: true,
  };
  await search('korramangla');
  const guess = await until(() => element('p[role=status]', 'Showing results for'));
  expect(guess.textContent).toBe('Showing results forKoramangala, BengaluruNo exact match.');
  expect(element('[aria-label="Places on the map"] a').textContent).toBe('KoramangalaBengaluru · 3 stations');
  // The map is nearer for a part of a town than for a town.
  expect(element('[aria-label="Places on the map"] a').getAttribute('href')).toBe('/?lat=12.94&lng=77.62');
  expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([
    'Koramangala',
    'Koramangala',
  ]);
  expect(query()).toBe('?q=korramangla');
});

test('a map beside the search goes to the place that the text names, until there is another text', async () => {
  const pune = { name: 'Pune', state: 'Maharashtra', latitude: 18.52, longitude: 73.86 };
  server.answers[SEARCH] = { success: true, properties: [], total: 0, places: [pune] };
  setSize(1024, 800);
  try {
    await search('pune');
    await until(() => expect(query()).toBe('?q=pune&lat=18.52&lng=73.86&zoom=11'));
    // Many names begin with this text, so it names no place yet.
    await fill(box(), 'pune st');
    await until(() => expect(searches().at(-1)).toMatchObject({ search: 'pune st' }));
    await until(() => expect(document.querySelector('[aria-busy=true]')).toBeNull());
    expect(query()).toBe('?q=pune+st');
  } finally {
    setSize(390);
  }
});

test('the driver’s view of the map is sent with the text, so that its State comes first [SEARCH-6]', async () => {
  noteMapMiddle({ latitude: 12.97, longitude: 77.59 });
  await search('Hebbal');
  noteMapMiddle(undefined);
  expect(searches().at(-1)).toEqual({ search: 'Hebbal', near: '13.0,77.6' });
});

test('a list that was cut says how many there are', async () => {
  server.answers[SEARCH] = { success: true, properties: [station('Forum')], total: 1204, places: [] };
  await search('Karnataka');
  await until(() => expect(element('[role=status]').textContent).toBe('The best 1 of 1,204 stations'));
});

test('arrow keys go from the box through the results and back [SEARCH-7]', async () => {
  finds(station('Forum'), station('Hebbal'));
  await search('Bengaluru');
  await until(() => expect(cards()).toHaveLength(2));
  const arrow = (key: string) =>
    act(async () => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
  await arrow('ArrowDown');
  expect(document.activeElement?.textContent).toContain('Forum');
  await arrow('ArrowDown');
  expect(document.activeElement?.textContent).toContain('Hebbal');
  await arrow('ArrowUp');
  await arrow('ArrowUp');
  expect(document.activeElement).toBe(box());
});

test('an empty search offers the last three places opened from it, each of which can be removed', async () => {
  const recents = () =>
    [...document.querySelectorAll('section[aria-labelledby=recents] li a')].map((a) => a.textContent);
  for (const name of ['Forum', 'Nexus', 'Orion', 'Phoenix']) {
    finds(station(name));
    await search(name);
    await until(() => expect(document.querySelectorAll('[role=tabpanel] :not([inert]) > ul li')).toHaveLength(1));
    await press(element('[role=tabpanel] li a', name));
    await until(() => expect(here().path).toBe('/charger'));
    await clear();
  }
  const hebbal = { name: 'Hebbal', city: 'Bengaluru', state: 'Karnataka', latitude: 13.04, longitude: 77.6 };
  server.answers[SEARCH] = { success: true, properties: [], total: 0, places: [hebbal] };
  await search('Hebbal');
  await press(await until(() => element('[role=tabpanel] li a', 'Hebbal')));
  await clear();

  await openSearch();
  await until(() => expect(recents()).toEqual(['HebbalBengaluru', 'PhoenixPhoenix Road', 'OrionOrion Road']));
  await press(element('button[aria-label="Remove Phoenix"]'));
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove Orion');
  expect(recents()).toEqual(['HebbalBengaluru', 'OrionOrion Road']);
  expect(element<HTMLAnchorElement>('section[aria-labelledby=recents] a', 'Orion').search).toBe('?id=Orion');
  await press(element('section[aria-labelledby=recents] a', 'Orion'));
  await until(() => expect(here().path).toBe('/charger'));

  await clear();
  await openSearch();
  await press(await until(() => element('section[aria-labelledby=recents] button', 'Clear')));
  expect(recents()).toEqual([]);
  expect(document.activeElement).toBe(element('input[type=search]'));
  localStorage.setItem('recent-searches', '[{"name":"x","where":"y","path":"//elsewhere.example"}]');
  await clear();
  await openSearch();
  await until(() => element('[role=tabpanel] li a', 'Forum'));
  expect(recents()).toEqual([]);
});
