import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contains } from '@bijli/contract/geo';
import type { StationFilterField } from '@bijli/contract/station-filter';
import type { Station } from '@bijli/contract/stations';
import type { ReadyBody } from '#http/calls/ready-body.ts';
import { TEXT_SEPARATOR, type ConnectorKind, type TariffBand } from '#modules/network/index.ts';
import { Gazetteer } from '../search/places.ts';
import { searchText } from '../search/word-index.ts';
import { NetworkBuilder } from './network-builder.ts';
import { StationList } from './station-list.ts';

/**
 * What the list answers beside what a look at each station by itself says: however few bytes it keeps, nothing is lost.
 */

const NOW = new Date('2026-11-20T07:00:00Z');
const KINDS: readonly ConnectorKind[] = [
  { type: 'CCS2', ratedW: 60_000, current: 'DC' },
  { type: 'CCS2', ratedW: 120_000, current: 'DC' },
  { type: 'Type 2', ratedW: 0, current: 'AC' },
];
const WORDS = ['Grand', 'Café', 'हब', 'Mall "A"', 'back\\slash', 'Inn, East', '{Zephyr}', 'NULL', 'tab\tstop'];
const words = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }).map((some) => some.join(' '));
const made = fc.record({
  name: words,
  address: words,
  pincode: fc.constantFrom('', '560001', '411001'),
  latitude: fc.double({ min: 8, max: 34, noNaN: true }),
  longitude: fc.double({ min: 70, max: 95, noNaN: true }),
  averageRating: fc.option(fc.double({ min: 1, max: 5, noNaN: true })),
  city: fc.constantFrom('Pune', 'Agra, "Cantt"', ''),
  network: fc.constantFrom('', 'Bijli', 'a\\b "c"'),
  access: fc.constantFrom('public', 'captive'),
  demo: fc.boolean(),
  amenities: fc.subarray(['cafe', 'restroom']),
  autocharge: fc.boolean(),
  hours: fc.constantFrom(null, '24x7', [{ days: ['fri'], open: '09:00', close: '18:00' }]),
  connectors: fc.array(fc.nat(KINDS.length - 1), { maxLength: 4 }),
  pricePaise: fc.option(fc.constantFrom(0, 1800)),
  /** Of its connectors of the first kind it has, so many are free; undefined: none is online. */
  free: fc.option(fc.nat(1), { nil: undefined }),
});
type Made = typeof made extends fc.Arbitrary<infer T> ? T : never;

/** As PostgreSQL writes an array. */
function written(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join()}}`;
}

const idOf = (number: number) => `id-${number}`;
const kindOf = (number: number) => KINDS[number] ?? { type: '', ratedW: 0, current: 'AC' };

function listOf(all: readonly Made[], now = NOW): StationList {
  const builder = new NetworkBuilder();
  for (const [number, one] of all.entries()) {
    const { name, address, pincode, latitude, longitude, averageRating, hours } = one;
    builder.station({
      text: [idOf(number), name, address, pincode].join(TEXT_SEPARATOR),
      latitude,
      longitude,
      averageRating,
      area: ['', one.city, 'Goa'].join(TEXT_SEPARATOR),
      traits: [
        one.access,
        one.demo ? 'yes' : '',
        '',
        one.autocharge ? 'yes' : '',
        one.amenities.length > 0 ? written(one.amenities) : '',
        hours === null ? '' : JSON.stringify(hours),
        one.network,
      ].join(TEXT_SEPARATOR),
    });
  }
  builder.kinds(KINDS);
  for (const [number, { connectors, pricePaise }] of all.entries()) {
    for (const kind of connectors) builder.connector(idOf(number), { ...kindOf(kind) });
    const always = { fromMinute: 0, toMinute: 1440, validFrom: new Date(number) };
    for (const current of pricePaise === null ? [] : (['AC', 'DC'] as const)) {
      builder.band(idOf(number), { ...always, current, pricePaisePerKwh: pricePaise ?? 0 } satisfies TariffBand);
    }
  }
  const list = new StationList(builder.build(now), now, new Gazetteer([], []));
  // A window was asked for before anything is online.
  list.forMap(EVERYWHERE, 4);
  for (const [number, { connectors, free }] of all.entries()) {
    const [first] = connectors;
    if (first === undefined || free === undefined) continue;
    const { type, ratedW } = kindOf(first);
    list.setAvailability(idOf(number), {
      activeChargePoints: free,
      onlineChargePoints: 1,
      freeConnectors: free,
      freePlugs: free === 0 ? [] : [{ type, ratedW, free }],
    });
  }
  return list;
}

/** A station as it should be told. */
function told(one: Made, number: number): Station {
  const { connectors, pricePaise, hours, free: freeAtFirst } = one;
  const [first] = connectors;
  const free = first === undefined ? undefined : freeAtFirst;
  const own = KINDS.filter((_, kind) => connectors.includes(kind));
  const plugs = own.map((kind) => ({
    type: kind.type,
    ...(kind.ratedW > 0 && { power: kind.ratedW / 1000 }),
    ...(pricePaise !== null && { price: pricePaise / 100 }),
    total: connectors.filter((number) => kindOf(number) === kind).length,
    free: first !== undefined && kindOf(first) === kind ? (free ?? 0) : 0,
  }));
  const powerMax = Math.max(0, ...own.map(({ ratedW }) => ratedW)) / 1000;
  return {
    id: idOf(number),
    property_id: idOf(number),
    property_name: one.name,
    address: one.address,
    latitude: one.latitude,
    longitude: one.longitude,
    visibility: one.access,
    city: one.city,
    state: 'Goa',
    ...(one.averageRating !== null && { rate: one.averageRating }),
    ...(pricePaise !== null && own.length > 0 && { price_from: pricePaise / 100 }),
    ...(own.length > 0 && { plugs }),
    ...(hours !== null && { open_now: true }),
    connectors_total: connectors.length,
    connector_types: [...new Set(own.map(({ type }) => type))],
    ...(powerMax > 0 && { power_max: powerMax }),
    ...(one.network !== '' && { network: one.network }),
    ...(one.demo && { demo: true }),
    active_charger: free ?? 0,
    status: free === 1 ? 1 : 0,
    online_charger: free === undefined ? 0 : 1,
    connectors_free: free ?? 0,
  };
}

const EVERYWHERE = { west: 60, south: 0, east: 100, north: 40 };
const WEST = { west: 70, south: 8, east: 80, north: 34 };
const toldBy = async (body: ReadyBody): Promise<Station[]> =>
  (JSON.parse((await body.as('identity')).toString()) as { properties: Station[] }).properties;
const byId = (some: Station[]) => some.toSorted((a, b) => Number(a.id.slice(3)) - Number(b.id.slice(3)));

/** Each with whether it has the value. The third are the chosen fields. */
const FILTERS: [StationFilterField, string, (one: Station, of: Made, chosen: StationFilterField[]) => boolean][] = [
  ['connectors', 'CCS2', (one) => one.connector_types?.includes('CCS2') ?? false],
  ['current', 'AC', (_, { connectors }) => connectors.includes(2)],
  ['open', 'now', (one) => one.open_now === true],
  ['network', 'Bijli', (one) => one.network === 'Bijli'],
  ['free', '1', (one) => one.price_from === 0],
  // Of the chosen current and type. Only the first connector can be free.
  [
    'available',
    '1',
    (one, { connectors: [first = -1] }, chosen) =>
      one.status === 1 &&
      (!chosen.includes('current') || kindOf(first).current === 'AC') &&
      (!chosen.includes('connectors') || kindOf(first).type === 'CCS2'),
  ],
  ['autocharge', '1', (_, { autocharge }) => autocharge],
  ['access', 'captive', (one) => one.visibility === 'captive'],
  ['amenities', 'cafe', (_, { amenities }) => amenities.includes('cafe')],
  ['rating', '3.5', (one) => (one.rate ?? 0) >= 3.5],
];

test('the packed list shows, filters, places and finds each station like a single one', async () => {
  const networks = fc.array(made, { maxLength: 40, size: 'max' });
  const chosen = fc.subarray(FILTERS, { maxLength: 2 });
  await fc.assert(
    fc.asyncProperty(
      networks,
      chosen,
      fc.constantFrom('grand', 'cafe', 'zephyr', '5600', 'pune'),
      async (all, filters, word) => {
        const list = listOf(all);
        const expected = all.map(told);
        expect(await toldBy(list.bodyOfAll())).toEqual(expected);
        for (const [number, one] of expected.entries()) expect(list.get(idOf(number))).toEqual(one);

        const choices = Object.fromEntries(filters.map(([field, value]) => [field, [value]]));
        const context = { choices, vehicles: [], carTypes: [], at: NOW };
        const matches = (one: Station, number: number) =>
          filters.every(
            ([, , has]) => all[number] && has(one, all[number], Object.keys(choices) as StationFilterField[]),
          );
        const left = expected.filter(matches);
        expect(await toldBy(list.matching(context))).toEqual(left);
        const inside = left.filter((one) => contains(WEST, one));
        expect(byId(await toldBy(list.matching(context, WEST)))).toEqual(inside);
        expect(byId(await toldBy(list.forMap(WEST, 5, context)))).toEqual(inside);

        const { stations, total } = await list.search(word, context, 5);
        const has = ({ property_name: name, network = '', city = '' }: Station, number: number) =>
          [name, network, city, all[number]?.pincode ?? ''].some((field) => searchText(field).includes(word));
        const found = expected.filter((one, number) => has(one, number) && matches(one, number));
        expect(total).toBe(found.length);
        expect(stations).toHaveLength(Math.min(5, found.length));
        for (const one of stations) expect(found).toContainEqual(one);
      },
    ),
    { numRuns: 40 },
  );
});

test('a network with many texts is found by id, and no other id is', () => {
  const one = fc.sample(made, { numRuns: 1, seed: 1 })[0];
  if (!one) throw new Error('Nothing was made.');
  const list = listOf(Array.from({ length: 2500 }, () => one));
  expect(list.get('id-2499')).toMatchObject({ id: 'id-2499' });
  for (const id of ['id-2500', 'id-', '', 'id-24']) expect(list.get(id)?.id ?? id).toBe(id);
  expect([list.get('id-2500'), list.get('id-'), list.get('')]).toEqual([undefined, undefined, undefined]);
  list.setAverageRating('id-7', 4.25);
  expect(list.get('id-7')?.rate).toBe(4.25);
  list.setAverageRating('id-7', undefined);
  expect(list.get('id-7')).not.toHaveProperty('rate');
});

test('clusters count closed stations like their pins, from the minute at which they close or open; the filter finds them available while they are open', async () => {
  const [one] = fc.sample(made, { numRuns: 1, seed: 1 });
  if (!one) throw new Error('Nothing was made.');
  const hours: Made['hours'] = [{ days: ['fri'], open: '09:00', close: '18:00' }];
  const all = Array.from({ length: 500 }, (): Made => ({ ...one, hours, connectors: [0], free: 1 }));
  const [evening, nextFriday] = [new Date('2026-11-20T14:00:00Z'), new Date('2026-11-27T07:00:00Z')];
  const counts = async (list: StationList) => {
    const { clusters } = JSON.parse((await list.forMap(EVERYWHERE, 4).as('identity')).toString()) as {
      clusters: { free: number; offline: number }[];
    };
    return [clusters.reduce((sum, { free }) => sum + free, 0), clusters.reduce((sum, { offline }) => sum + offline, 0)];
  };
  const list = listOf(all);
  expect(await counts(list)).toEqual([500, 0]);
  list.updateHour(evening);
  expect(await counts(list)).toEqual([0, 500]);
  const available = { choices: { available: ['1'] }, vehicles: [], carTypes: [], at: evening };
  expect(await toldBy(list.matching(available))).toHaveLength(0);
  list.updateHour(nextFriday);
  expect(await counts(list)).toEqual([500, 0]);
  expect(await toldBy(list.matching(available))).toHaveLength(500);
  expect(await counts(listOf(all, evening))).toEqual([0, 500]);
});
