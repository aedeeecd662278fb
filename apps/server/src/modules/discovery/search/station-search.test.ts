import { beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '@bijli/contract/client';
import type { Station } from '@bijli/contract/stations';
import { TestClock } from '#kernel/clock.ts';
import { importStations } from '#modules/network/index.ts';
import { seedDemo } from '#seed/demo.ts';
import { seedPlaces } from '#seed/seed-places.ts';
import { testApp } from '#testing/app.ts';

const clock = new TestClock('2026-11-20T07:00:00Z');
const stack = await testApp({ clock });
let driver: Client;

const search = (text: string) => driver.ask('searchStation', { query: { search: text } });
const found = async (text: string): Promise<Station[]> => (await search(text)).properties;
const citiesOf = (stations: Station[]) => [...new Set(stations.map(({ city }) => city))];
const placesOf = async (text: string) => (await search(text)).places?.map(({ name, state }) => `${name}, ${state}`);

const own = (id: string, name: string, facts: object) => ({
  id,
  name,
  address: `${name}, India`,
  city: 'Agra',
  state: 'Uttar Pradesh',
  pincode: '282001',
  lat: 27.18,
  lng: 78,
  access: 'public',
  network: 'Zephyr Volt',
  amenities: [],
  autocharge: false,
  tariff: [],
  chargers: [],
  ...facts,
});

beforeAll(async () => {
  const { database } = stack.app;
  await seedPlaces(database);
  await seedDemo(database, clock.now());
  const chargePoint = (id: string) => ({
    id,
    name: id,
    current: 'AC',
    capacityKW: 7,
    connectors: [{ number: 1, type: 'Type 2', maxKW: 7 }],
  });
  const rows = [
    own('z-inside', 'Grand Tranquillity', {}),
    own('z-word', 'The Quill Inn', {}),
    own('z-begins', 'Quillon Mall', { chargers: [chargePoint('Z-1')] }),
    own('z-begins-free', 'Quillpoint', { network: 'Otherwatt' }),
    own('z-rated', 'Marigold Inn', {}),
    own('z-old', 'Fort Gate', { city: 'Bangalore', state: 'Karnataka', pincode: '560003' }),
  ];
  expect((await importStations(database, clock.now(), rows)).refused).toEqual([]);
  driver = await stack.driver('9200000201', 0);
});

describe('stations are found', () => {
  test.each([
    ['their name', 'Dharuhera', 'bijli-highway-stop-dharuhera'],
    ['their operator', 'zephyr volt', 'z-inside'],
    ['their locality', 'HITEC City', 'bijli-hub-hitec-city-hyderabad'],
    ['their pincode', '282001', 'z-word'],
    ['the beginning of it', '5600', 'z-old'],
  ])('by %s [SEARCH-6, API-26]', async (_, text, id) => {
    expect((await found(text)).map((station) => station.id)).toContain(id);
  });

  test('by their city and State, and no others [SEARCH-6, API-26]', async () => {
    const pune = await found('Pune');
    expect(citiesOf(pune)).toContain('Pune');
    const kerala = await found('Kerala');
    expect(kerala.length).toBeGreaterThan(10);
    expect(new Set(kerala.map(({ state }) => state))).toEqual(new Set(['Kerala']));
  });

  test.each([
    ['Bangalore', 'Bengaluru'],
    ['Bombay', 'Mumbai'],
    ['Calcutta', 'Kolkata'],
    ['Madras', 'Chennai'],
    ['Gurgaon', 'Gurugram'],
    ['Poona', 'Pune'],
    ['Trivandrum', 'Thiruvananthapuram'],
    ['बेंगलुरु', 'Bengaluru'],
    ['पुणे', 'Pune'],
  ])('by an old name or the Hindi one: %s is %s [SEARCH-6, API-26]', async (old, now) => {
    const stations = await found(old);
    expect(citiesOf(stations)).toContain(now);
    const inCity = (await found(now)).filter(({ city }) => city === now).map(({ id }) => id);
    expect(stations.map(({ id }) => id)).toEqual(expect.arrayContaining(inCity));
  });

  test('by the new name if the data still has the old one [API-26]', async () => {
    expect((await found('Bengaluru Fort')).map(({ id }) => id)).toEqual(['z-old']);
  });

  test.each([
    ['Benglauru', 'Bengaluru'],
    ['Banglore', 'Bengaluru'],
    ['Mumbia', 'Mumbai'],
    ['Hydrabad', 'Hyderabad'],
    ['Chenai', 'Chennai'],
    ['Kolkatta', 'Kolkata'],
    ['Ahmedabd', 'Ahmedabad'],
  ])('despite one typing error: %s is %s [API-26]', async (typed, city) => {
    expect(citiesOf(await found(typed))).toContain(city);
  });

  test('despite two typing errors in a long word, shown as a guess: korramangla is Koramangala [SEARCH-6, API-26]', async () => {
    const { properties, places, guessed } = await search('korramangla');
    expect(properties.map(({ property_name: name }) => name)).toContain('Bijli Hub Koramangala');
    expect(properties.every(({ address, property_name: name }) => /Koramangala/.test(name + address))).toBe(true);
    expect(places?.[0]).toMatchObject({ name: 'Koramangala', city: 'Bengaluru', state: 'Karnataka', stations: 3 });
    expect(guessed).toBe(true);
    expect(await search('koramangala')).toMatchObject({ properties, places, guessed: false });
    expect((await search('koramangala bangalore')).places).toEqual(places);
    expect(await search('Bijli Karnatakka')).toMatchObject({ guessed: true });
  });

  test.each([
    ['हेब्बल', /Hebbal/, 'Hebbal'],
    ['कोरमंगला', /Koramangala/, 'Koramangala'],
    ['व्हाइटफील्ड', /Whitefield/, 'Whitefield'],
    ['कोरमंगल', /Koramangala/, 'Koramangala'],
    ['लखनऊ', /Lucknow/, 'Lucknow'],
    ['इंदौर', /Indore/, 'Indore'],
    ['हेब्बल बेंगलुरु', /Hebbal/, 'Hebbal'],
  ])('by their names in Devanagari, as they sound: %s [SEARCH-6, API-26]', async (typed, name, place) => {
    const { properties, places, guessed } = await search(typed);
    expect(properties[0]).toMatchObject({ address: expect.stringMatching(name) });
    expect(guessed).toBe(false);
    expect(places?.[0]?.name).toBe(place);
  });

  test('the best first: names that begin with the text, then a word that does, then inside a word [API-26]', async () => {
    expect((await found('quill')).map(({ id }) => id)).toEqual(['z-begins', 'z-begins-free', 'z-word', 'z-inside']);
  });

  test('and nothing is found for a name that does not exist [SEARCH-11]', async () => {
    expect(await search('Xyzzyplugh')).toMatchObject({ properties: [], total: 0, places: [] });
  });

  test('at most 500 at a time, with their total number', async () => {
    const { properties, total = 0 } = await search('Bijli');
    expect(properties).toHaveLength(500);
    expect(total).toBeGreaterThan(1100);
  });

  test('from four characters on [SEARCH-6]', async () => {
    for (const text of ['', 'pun', ' pun '])
      expect(await driver.call('searchStation', { query: { search: text } })).toMatchObject({
        code: 'search_too_short',
      });
  });
});

test('and each result has what a result card shows [SEARCH-3, SEARCH-4, SEARCH-5]', async () => {
  await stack.app.database.$client.query(`update stations set rating = 4.25 where id = 'z-rated'`);
  await importStations(stack.app.database, clock.now(), [own('z-unrated', 'Marigold Gate', {})]);
  clock.advance(2000);
  await expect
    .poll(async () => (await found('marigold')).find(({ id }) => id === 'z-rated'))
    .toMatchObject({
      property_name: 'Marigold Inn',
      address: 'Marigold Inn, India',
      visibility: 'public',
      status: 0,
      active_charger: 0,
      rate: 4.25,
    });
  expect((await found('marigold')).find(({ id }) => id === 'z-unrated')).not.toHaveProperty('rate');
});

test('with free charge points first among equals; the tabs have all, those with and those without [SEARCH-2, FILTER-8]', async () => {
  const before = await found('Test Station');
  expect(before.map(({ id }) => id)).toEqual(['test-station']);
  await importStations(stack.app.database, clock.now(), [
    own('z-also', 'Test Almost Station', { city: 'Agra' }),
    own('z-first', 'Test Station Again', {}),
  ]);
  await stack.app.database.$client.query(`update stations set name = 'Test Station Zulu' where id = 'test-station'`);
  clock.advance(2000);
  await expect
    .poll(async () => (await found('Test Station')).map(({ id }) => id))
    .toEqual(['z-first', 'test-station', 'z-also']);
  await stack.chargePoint('FAST-1');
  await expect
    .poll(async () => {
      clock.advance(1000);
      return (await found('Test Station')).map(({ id }) => id);
    })
    .toEqual(['test-station', 'z-first', 'z-also']);

  const withStatus = async (available: string) =>
    (await driver.ask('searchStation', { query: { search: 'Test Station', available } })).properties;
  const [all, some, others] = [await found('Test Station'), await withStatus('1'), await withStatus('0')];
  expect(some.map(({ id, status }) => [id, status])).toEqual([['test-station', 1]]);
  expect([...some, ...others]).toEqual(all);
  expect(others.every(({ status }) => status === 0)).toBe(true);
});

describe('places are listed beside the stations', () => {
  test('by their present and former names, despite an error, the largest first [API-26]', async () => {
    expect((await search('Bangalore')).places?.[0]).toEqual({
      name: 'Bengaluru',
      state: 'Karnataka',
      latitude: 12.9719,
      longitude: 77.5937,
    });
    expect((await placesOf('Mumbia'))?.[0]).toBe('Mumbai, Maharashtra');
    expect((await placesOf('Aurangabad'))?.[0]).toBe('Chhatrapati Sambhajinagar, Maharashtra');
    expect(await placesOf('Aurangabad Bihar')).toEqual(['Aurangabad, Bihar']);
    expect((await search('pura')).places).toHaveLength(5);
  });

  test('those of the State that the driver looks at first, parts of its cities before towns elsewhere [SEARCH-6]', async () => {
    const first = async (text: string, near: string) =>
      (await driver.ask('searchStation', { query: { search: text, near } })).places?.[0];
    const [karnataka, tamilNadu] = ['12.97,77.59', '13.08,80.27'];
    expect(await first('Adyar', tamilNadu)).toMatchObject({ name: 'Adyar', city: 'Chennai', stations: 2 });
    expect(await first('Adyar', karnataka)).toEqual({
      name: 'Adyar',
      state: 'Karnataka',
      latitude: expect.any(Number),
      longitude: expect.any(Number),
    });
    expect(await first('vijaya', karnataka)).toMatchObject({ name: 'Vijayanagar', city: 'Bengaluru' });
    expect(await first('vijaya', tamilNadu)).not.toMatchObject({ state: 'Karnataka' });
    // What the State has no such name for is found elsewhere, and so is everything without a State.
    expect(await first('Mumbai', karnataka)).toMatchObject({ name: 'Mumbai' });
    expect(await first('Adyar', 'nowhere')).toMatchObject({ state: 'Karnataka' });
  });

  test('each once, also if the register of towns has a part of a city too', async () => {
    expect(await placesOf('Whitefield')).toEqual(['Whitefield, Karnataka']);
  });

  test('also where there is no station', async () => {
    const { properties, places } = await search('Bolpur West Bengal');
    expect([properties, places?.map(({ name }) => name)]).toEqual([[], ['Bolpur']]);
  });
});
