import { afterEach, beforeEach, expect, test } from 'vitest';
import type { StationFilterField, StationFilterOption } from '@bijli/contract/station-filter';
import { serveAnswers } from '@bijli/contract/testing/answers';
import { clear, element, press, until } from '@bijli/ui/testing/page';
import { keepUser } from '#device/stored-user.ts';
import { here, open } from '../../testing/page.tsx';
import { station, NOTHING_FREE } from '../../testing/station.ts';
import { toggled } from './choices.ts';

const STATIONS = 'GET /api-v1/user/charging-station';
const SEARCH = 'GET /api-v1/user/search-station';
const OPTIONS = 'GET /api-v1/user/station-filters';

const each = (...values: string[]): StationFilterOption[] =>
  values.map((value, index) => ({ value, count: 20 - index }));
const options: Record<StationFilterField, StationFilterOption[]> = {
  vehicle: [{ value: '7', name: 'Nexon EV 45', count: 9 }],
  connectors: [...each('CCS2', 'Type 2'), { value: 'CHAdeMO', count: 0 }],
  current: each('AC', 'DC'),
  power: each('150', '100', '50', '22', '7'),
  open: each('now', '24x7'),
  network: each('Bijli', 'Neelvolt'),
  free: each('1'),
  available: each('1'),
  autocharge: each('1'),
  access: each('public', 'captive'),
  amenities: [
    { value: 'restroom', count: 12 },
    { value: 'cafe', count: 8, likely: 3 },
    { value: 'store', count: 5, likely: 5 },
    { value: 'car_care', count: 1 },
  ],
  rating: each('4.5', '4.0', '3.5', '3.0', '2.0'),
};

let server: Awaited<ReturnType<typeof serveAnswers>>;

beforeEach(async () => {
  keepUser({ token: 't', name: 'Asha', email: 'a@example.com' });
  server = await serveAnswers({
    [STATIONS]: { success: true, properties: [station('Forum'), station('Hebbal', NOTHING_FREE)] },
    [SEARCH]: { success: true, properties: [station('Forum')], total: 1, places: [] },
    [OPTIONS]: { success: true, total: 1540, options },
  });
});
afterEach(async () => {
  await clear();
  localStorage.clear();
  await server.close();
});

const chip = (label: string) => element<HTMLButtonElement>('[role=dialog] fieldset button', label);
const onOff = (label: string) => element('[role=dialog] label', label).querySelector('input') ?? new HTMLInputElement();
const apply = () => press(element('[role=dialog] button', 'Apply Filter'));
const lastQuery = (call: string) =>
  Object.fromEntries(new URLSearchParams(server.asked.findLast((one) => one.call === call)?.search).entries());
const listed = () => [...document.querySelectorAll('[role=tabpanel] li a :is(h2, h3)')].map((name) => name.textContent);
const openPanel = async (path = '/search') => {
  await open(path);
  await press(await until(() => element('button[aria-label^="Filter"]')));
  await until(() => chip('CCS2'));
};

const categories: [string, string, string[]][] = [
  ['My Vehicles', 'FILTER-2', ['Nexon EV 459']],
  ['Connectors', 'FILTER-3', ['CCS220', 'Type 219', 'CHAdeMO0']],
  ['Charger Type', 'FILTER-4', ['AC20', 'DC19']],
  [
    'Power, at least',
    'FILTER-15',
    ['150\u202FkW+20', '100\u202FkW+19', '50\u202FkW+18', '22\u202FkW+17', '7\u202FkW+16'],
  ],
  ['Availablity', 'FILTER-5', ['Open Now20', 'Open 24X719']],
  ['Network', 'FILTER-6', ['Bijli20', 'Neelvolt19']],
  ['Chargers', 'FILTER-6', ['All Chargers']],
  ['Offers', 'FILTER-7', ['Free20']],
  ['Access Type', 'FILTER-10', ['Public20', 'Captive19']],
  ['Amenities', 'FILTER-11', ['Restroom12', 'Cafe8 · 3 likely', 'Store5 likely', 'Car Care1']],
  ['Ratings', 'FILTER-12', ['4.5+20', '4.0+19', '3.5+18', '3.0+17', '2.0+16']],
];
const switches: [string, string, string][] = [
  ['Available', 'FILTER-8', 'Only stations with a free plug · 20'],
  ['AutoCharge', 'FILTER-9', 'Enabled: charging starts by itself when you plug in · 20'],
];
const fieldsets = () => [...document.querySelectorAll('[role=dialog] fieldset')];
const nameOf = (fieldset: Element) => fieldset.querySelector('legend')?.textContent ?? '';
const labels = () => [...document.querySelectorAll('[role=dialog] label')].map((one) => one.textContent);

test('the panel has every category, and shows how many stations match [FILTER-1]', async () => {
  await openPanel();
  expect(fieldsets().map(nameOf).toSorted()).toEqual(categories.map(([name]) => name).toSorted());
  expect(labels()).toHaveLength(switches.length);
  expect(element('[role=dialog] [role=status]').textContent).toBe('Shows 1,540 stations');
});

test.each(categories)(
  'the category %s has its options, each with how many stations it would leave [%s]',
  async (name, _, wanted) => {
    await openPanel();
    const category = fieldsets().find((one) => nameOf(one) === name);
    const offered = [...(category?.querySelectorAll('button') ?? [])].map((button) => button.textContent);
    expect(offered).toEqual(wanted);
  },
);

test.each(switches)(
  'the category %s is a switch that says how many stations it would leave [%s]',
  async (name, _, said) => {
    await openPanel();
    expect(labels().map((label) => label?.replaceAll('\u00A0', ' '))).toContain(name + said);
  },
);

test('if no station has a rating, the panel says so and shows no row of zeros [FILTER-12]', async () => {
  const unrated = options.rating.map((option) => ({ ...option, count: 0 }));
  server.answers[OPTIONS] = { success: true, total: 1540, options: { ...options, rating: unrated } };
  await openPanel();
  const ratings = fieldsets().find((one) => nameOf(one) === 'Ratings');
  expect(ratings?.textContent).toBe('Ratings4.5+4.0+3.5+3.0+2.0+No ratings yet.');
  expect(chip('4.5+').disabled).toBe(true);
});

test('an option that matches nothing shows 0 and cannot be chosen [FILTER-3]', async () => {
  await openPanel();
  expect([chip('CHAdeMO').disabled, chip('CCS2').disabled]).toEqual([true, false]);
});

test.each([
  ['Nexon EV 45', 'vehicle', '7', 'FILTER-2'],
  ['CCS2', 'connectors', 'CCS2', 'FILTER-3'],
  ['DC', 'current', 'DC', 'FILTER-4'],
  ['22\u202FkW+', 'power', '22', 'FILTER-15'],
  ['Open Now', 'open', 'now', 'FILTER-5'],
  ['Open 24X7', 'open', '24x7', 'FILTER-5'],
  ['Neelvolt', 'network', 'Neelvolt', 'FILTER-6'],
  ['Free', 'free', '1', 'FILTER-7'],
  ['Captive', 'access', 'captive', 'FILTER-10'],
  ['Car Care', 'amenities', 'car_care', 'FILTER-11'],
  ['3.5+', 'rating', '3.5', 'FILTER-12'],
])('%s loads stations with %s %s and lists only those [%s]', async (label, field, value) => {
  await openPanel();
  server.answers[STATIONS] = { success: true, properties: [station('Matches')] };
  await press(chip(label));
  expect(chip(label).getAttribute('aria-pressed')).toBe('true');
  await until(() => expect(lastQuery(OPTIONS)).toEqual({ [field]: value }));
  await apply();
  await until(() => expect(listed()).toEqual(['Matches']));
  expect(lastQuery(STATIONS)).toEqual({ [field]: value });
  element('button[aria-label="Filter, 1 chosen"]');
});

test('Available leaves the stations where a plug is free now, AutoCharge those that start by plugging in [FILTER-8, FILTER-9]', async () => {
  await openPanel();
  await press(onOff('Available'));
  await apply();
  await until(() => expect(listed()).toEqual(['Forum']));
  await press(element('button[aria-label^="Filter"]'));
  await until(() => expect(onOff('Available').checked).toBe(true));
  await press(onOff('AutoCharge'));
  await apply();
  await until(() => expect(lastQuery(STATIONS)).toEqual({ autocharge: '1' }));
  expect(listed()).toEqual(['Forum']);
});

test('All Chargers clears the choices of chargers and nothing else [FILTER-6]', async () => {
  await openPanel();
  expect(chip('All Chargers').getAttribute('aria-pressed')).toBe('true');
  for (const label of ['Nexon EV 45', 'CCS2', 'AC', 'Captive']) await press(chip(label));
  expect(chip('All Chargers').getAttribute('aria-pressed')).toBe('false');
  await press(chip('All Chargers'));
  await until(() => expect(lastQuery(OPTIONS)).toEqual({ access: 'captive' }));
  expect(chip('CCS2').getAttribute('aria-pressed')).toBe('false');
});

test('Reset All clears every choice and restores the full results [FILTER-13]', async () => {
  localStorage.setItem('station-filter', JSON.stringify({ connectors: ['CCS2'], access: ['captive'] }));
  server.answers[STATIONS] = { success: true, properties: [station('Hebbal')] };
  await openPanel();
  expect(lastQuery(STATIONS)).toEqual({ connectors: 'CCS2', access: 'captive' });
  server.answers[STATIONS] = { success: true, properties: [station('Forum'), station('Hebbal')] };
  await press(chip('DC'));
  await press(element('[role=dialog] button', 'Reset All'));
  await until(() => expect(listed()).toEqual(['Forum', 'Hebbal']));
  expect([lastQuery(STATIONS), localStorage.getItem('station-filter')]).toEqual([{}, null]);
  expect(document.querySelectorAll('[role=dialog] fieldset [aria-pressed=true]')).toHaveLength(1);
});

test('nothing is filtered before Apply Filter, which closes the panel; closing it otherwise drops the new choices [FILTER-14]', async () => {
  await openPanel();
  await press(chip('CCS2'));
  await press(element('[role=dialog] [aria-label="Close"]'));
  await until(() => expect(document.querySelector('[role=dialog]')).toBeNull());
  expect([lastQuery(STATIONS), localStorage.getItem('station-filter')]).toEqual([{}, null]);
  await press(element('button[aria-label="Filter"]'));
  await until(() => expect(chip('CCS2').getAttribute('aria-pressed')).toBe('false'));
  await press(chip('Type 2'));
  await apply();
  await until(() => expect(document.querySelector('[role=dialog]')).toBeNull());
  await until(() => expect(lastQuery(STATIONS)).toEqual({ connectors: 'Type 2' }));
});

test('choices narrow a search, counts are of the results for the text, and the chips remove choices [FILTER-1, SEARCH-9]', async () => {
  await open('/search?q=Bengaluru');
  await until(() => expect(listed()).toEqual(['Forum']));
  await press(element('button[aria-label="Filter"]'));
  await press(await until(() => chip('CCS2')));
  await press(chip('Restroom'));
  await press(chip('Cafe'));
  await until(() =>
    expect(lastQuery(OPTIONS)).toEqual({ search: 'Bengaluru', connectors: 'CCS2', amenities: 'restroom|cafe' }),
  );
  server.answers[SEARCH] = { success: true, properties: [station('Matches')], total: 1, places: [] };
  await apply();
  await until(() =>
    expect(lastQuery(SEARCH)).toEqual({ search: 'Bengaluru', connectors: 'CCS2', amenities: 'restroom|cafe' }),
  );
  await until(() => expect(listed()).toEqual(['Matches']));
  await press(element('[aria-label="Remove Cafe"]'));
  await until(() =>
    expect(lastQuery(SEARCH)).toEqual({ search: 'Bengaluru', connectors: 'CCS2', amenities: 'restroom' }),
  );
  await press(element('[role=group] button', 'Reset All'));
  await until(() => expect(listed()).toEqual(['Forum']));
});

test('for a vehicle with an unknown plug the panel says so, not that no station fits; a link leads to entering it', async () => {
  const own = { id: '7', vehicle_id: 'x', vehicle_name: 'Windsor', vehicle_image: 'suv', default: 1 };
  server.answers[OPTIONS] = {
    success: true,
    total: 1540,
    options: { ...options, vehicle: [{ value: '7', name: 'Windsor', count: 0 }] },
  };
  server.answers['GET /api-v1/user/vehicles'] = {
    success: true,
    vehicles: [{ ...own, vehicle_registration_number: 'KA05MR4521', for_driver_to_tell: ['connector_types'] }],
  };
  await openPanel();
  await until(() => expect(chip('Windsor').textContent).toBe('Windsorplug not known'));
  await press(element('[role=dialog] a', 'Tell us the plug of Windsor'));
  await until(() => expect(here()).toMatchObject({ path: '/manage-vehicles', state: { tell: '7' } }));
});

test('the choices are stored on the device, with the names of vehicles, until the driver signs out [FILTER-14, FILTER-2]', async () => {
  await openPanel('/list-chargers');
  await press(chip('Nexon EV 45'));
  await apply();
  await clear();
  await open('/search');
  await until(() => element('[aria-label="Remove Nexon EV 45"]'));
  expect(lastQuery(STATIONS)).toEqual({ vehicle: '7' });
  localStorage.clear();
  keepUser({ token: 't', name: '', email: '' });
  await open('/search');
  await until(() => element('button[aria-label="Filter"]'));
});

test('the tab and the panel’s Available are one choice: the last press counts [SEARCH-2, FILTER-8]', async () => {
  await openPanel();
  await press(onOff('Available'));
  await apply();
  await until(() => element('[aria-label="Remove Available"]'));
  await press(element('[role=tab]', 'UNAVAILABLE'));
  await until(() => expect(listed()).toEqual(['Hebbal']));
  expect(localStorage.getItem('station-filter')).toBeNull();
  await press(element('button[aria-label="Filter"]'));
  await until(() => expect(lastQuery(OPTIONS)).toEqual({ available: '0' }));
  await press(onOff('Available'));
  await apply();
  await until(() => expect(listed()).toEqual(['Forum']));
  expect(element('[role=tab]', 'All').getAttribute('aria-selected')).toBe('true');
});

test('choices that match nothing say so and can be removed there [FILTER-13]', async () => {
  localStorage.setItem('station-filter', JSON.stringify({ network: ['Neelvolt'] }));
  server.answers[STATIONS] = { success: true, properties: [] };
  await open('/search');
  await until(() => element('h2', 'No stations found'));
  server.answers[STATIONS] = { success: true, properties: [station('Forum')] };
  await press(await until(() => element('[role=tabpanel] button', 'Reset All')));
  await until(() => expect(listed()).toEqual(['Forum']));
});

test('of many networks the commonest that match something are offered; the rest after a tap [FILTER-6]', async () => {
  const networks = Array.from({ length: 30 }, (_, index) => ({ value: `Net ${index}!`, count: index === 20 ? 3 : 0 }));
  server.answers[OPTIONS] = { success: true, total: 3, options: { ...options, network: networks } };
  await openPanel();
  const offered = () =>
    [...document.querySelectorAll('[role=dialog] fieldset button')].filter((one) =>
      one.textContent?.startsWith('Net '),
    );
  expect(offered()).toHaveLength(13);
  expect(chip('Net 20!').disabled).toBe(false);
  await press(chip('Show 17 more'));
  expect(offered()).toHaveLength(30);
});

test('options that fail to load can be loaded again [FILTER-1]', async () => {
  server.answers[OPTIONS] = { status: 500, body: '{}' };
  await open('/search');
  await press(await until(() => element('button[aria-label="Filter"]')));
  await until(() => element('[role=dialog] h2', 'The choices did not load'));
  server.answers[OPTIONS] = { success: true, total: 1, options };
  await press(element('[role=dialog] button', 'Try again'));
  await until(() => chip('CCS2'));
  expect(element('[role=dialog] [role=status]').textContent).toBe('Shows 1 station');
});

test.each(['no JSON', '[]', '"CCS2"', '{"connectors":"CCS2"}', '{"connectors":[]}', '{"colour":["red"]}'])(
  'an unreadable stored filter chooses nothing: %s [FILTER-14]',
  async (entry) => {
    localStorage.setItem('station-filter', entry);
    await open('/search');
    await until(() => expect(listed()).toEqual(['Forum', 'Hebbal']));
    element('button[aria-label="Filter"]');
  },
);

test('a second opening or rating replaces the first, others are added [FILTER-5, FILTER-12, FILTER-3]', () => {
  expect(toggled({ rating: ['4.0'] }, 'rating', '3.0')).toEqual({ rating: ['3.0'] });
  expect(toggled({ open: ['now'] }, 'open', '24x7')).toEqual({ open: ['24x7'] });
  expect(toggled({ connectors: ['CCS2'] }, 'connectors', 'Type 2')).toEqual({ connectors: ['CCS2', 'Type 2'] });
  expect(toggled({ connectors: ['CCS2'] }, 'connectors', 'CCS2')).toEqual({});
});
