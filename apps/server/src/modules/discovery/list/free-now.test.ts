import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Station, StationCluster } from '@bijli/contract/stations';
import { TestClock } from '#kernel/clock.ts';
import { testDatabase } from '#testing/database.ts';
import { eventually } from '#testing/eventually.ts';
import { networkOf } from '#testing/network-fixture.ts';
import type { StationQueryFilter } from '../index.ts';

/** Free now, for the connector types that somebody wants: a free plug for other cars does not count. */

const clock = new TestClock('2026-11-20T07:00:00Z');
const INDIA = '66,5,99,38';
const STATIONS = 480;
/** The connectors of each station in turn: type, and whether it is free. Stations that are offline have no link. */
const LAYOUTS: { connectors: [string, boolean][]; isOffline?: true; isCaptive?: true }[] = [
  {
    connectors: [
      ['CCS2', true],
      ['Type 2', true],
    ],
  },
  {
    connectors: [
      ['CCS2', false],
      ['Type 2', true],
    ],
  },
  {
    connectors: [
      ['CCS2', false],
      ['CHAdeMO', true],
      ['CCS2', false],
    ],
  },
  {
    connectors: [
      ['CCS2', false],
      ['CCS2', true],
      ['Type 2', false],
    ],
  },
  {
    connectors: [
      ['CCS2', false],
      ['Type 2', false],
    ],
  },
  { connectors: [['Type 2', true]] },
  { connectors: [['CCS2', true]], isOffline: true },
  {
    connectors: [
      ['CCS2', true],
      ['Type 2', false],
    ],
    isCaptive: true,
  },
];
/** 24 stations of each layout are in the first half of the country, so that a window of them has single stations. */
const layoutOf = (number: number) => LAYOUTS[number % LAYOUTS.length] ?? { connectors: [] };
const idOf = (number: number) => `many-${number}`;
const numbers = Array.from({ length: STATIONS }, (_, number) => number);

/** What is free, by station, read from the layouts and not by the server. */
const freeTypes = new Map(
  numbers.map((number) => {
    const { connectors, isOffline } = layoutOf(number);
    return [number, new Set(isOffline ? [] : connectors.filter(([, isFree]) => isFree).map(([type]) => type))];
  }),
);
const isFree = (number: number, types: readonly string[]) => {
  const free = freeTypes.get(number) ?? new Set();
  return types.length === 0 ? free.size > 0 : types.some((type) => free.has(type));
};
const fits = (number: number, types: readonly string[]) =>
  layoutOf(number).connectors.some(([type]) => types.includes(type));
const idsWhere = (test: (number: number) => boolean) => numbers.filter(test).map(idOf).toSorted();

const database = await testDatabase();
const { availability, discovery, close } = networkOf(database, clock);

beforeAll(async () => {
  await database.execute(sql`
    insert into stations (id, name, address, city, state, latitude, longitude, access, import_hash, imported_at)
    select 'many-' || i, 'Station ' || i, 'A road', 'A city', 'Karnataka',
      8 + (i % 24), 70 + (i / 24), case when i % ${LAYOUTS.length}::int = 7 then 'captive' else 'public' end, 'x', now()
    from generate_series(0, ${STATIONS - 1}::int) i`);
  await database.execute(sql`
    insert into chargers (id, station_id, name, current, capacity_w)
    select id || '-1', id, 'Charger 1', 'DC', 60000 from stations`);
  for (const [layout, { connectors }] of LAYOUTS.entries()) {
    for (const [index, [type, isFree]] of connectors.entries())
      await database.execute(sql`
        insert into connectors (charger_id, number, type, current, max_w, status)
        select 'many-' || i || '-1', ${index + 1}::int, ${type}, ${type === 'Type 2' ? 'AC' : 'DC'}, 60000,
          ${isFree ? 'Available' : 'Charging'}
        from generate_series(${layout}::int, ${STATIONS - 1}::int, ${LAYOUTS.length}::int) i`);
  }
  // The list is read before anything is online, so that every bit comes from a change.
  await discovery.loadList();
  for (const number of numbers) if (!layoutOf(number).isOffline) await availability.noteConnected(`${idOf(number)}-1`);
  await settled();
});
afterAll(close);

/** Waits until the list counts as the layouts do. */
const settled = () =>
  eventually(async () => {
    clock.advance(1000);
    expect(await listed({ available: ['1'] })).toEqual(idsWhere((number) => isFree(number, [])));
    expect(await listed({ available: ['1'], connectors: ['CCS2'] })).toEqual(idsWhere((one) => isFree(one, ['CCS2'])));
  });

type Choices = StationQueryFilter['choices'];
const VEHICLES = [
  { id: '7', name: 'Nexon', connectorTypes: ['CCS2'] },
  { id: '8', name: 'Ape', connectorTypes: ['CHAdeMO', 'Type 2'] },
];
const filterOf = (choices: Choices, carTypes: readonly string[] = []) => ({ choices, vehicles: VEHICLES, carTypes });
async function answer(
  choices: Choices,
  { window, zoom, carTypes }: { window?: string; zoom?: string; carTypes?: string[] } = {},
) {
  const body = await (await discovery.listStations(window, zoom, filterOf(choices, carTypes))).as('identity');
  return JSON.parse(body.toString()) as { properties: Station[]; total?: number; clusters?: StationCluster[] };
}
const listed = async (choices: Choices, carTypes?: string[]) =>
  (await answer(choices, carTypes && { carTypes })).properties.map(({ id }) => id).toSorted();
const availableCount = async (choices: Choices, carTypes?: string[]) => {
  const { options } = await discovery.listFilterOptions('', filterOf(choices, carTypes));
  return options.available.find(({ value }) => value === '1')?.count;
};

test.each<[string, Choices, string[], string[]]>([
  ['no types at all', {}, [], []],
  ['a connector type of the filter', { connectors: ['CCS2'] }, [], ['CCS2']],
  ['two connector types of the filter', { connectors: ['CHAdeMO', 'Type 2'] }, [], ['CHAdeMO', 'Type 2']],
  ['a vehicle of the filter', { vehicle: ['7'] }, [], ['CCS2']],
  ['a vehicle and connector types of the filter', { vehicle: ['8'], connectors: ['CCS2', 'Type 2'] }, [], ['Type 2']],
  ['the driver’s car', {}, ['CCS2'], ['CCS2']],
  [
    'the driver’s car, and connector types of the filter, which count',
    { connectors: ['Type 2'] },
    ['CCS2'],
    ['Type 2'],
  ],
  ['a current of the filter', { current: ['DC'] }, [], ['CCS2', 'CHAdeMO']],
  ['a current of the filter, and the driver’s car', { current: ['DC'] }, ['CCS2', 'Type 2'], ['CCS2']],
  ['a current of the filter that the driver’s car does not take', { current: ['DC'] }, ['Type 2'], ['CCS2', 'CHAdeMO']],
])(
  'with %s, stations are free that have a free plug of these types, and the count agrees [FILTER-8]',
  async (_, choices, car, types) => {
    const matching = (number: number) =>
      (!choices.connectors || fits(number, choices.connectors)) &&
      (!choices.current || fits(number, ['CCS2', 'CHAdeMO'])) &&
      (!choices.vehicle || fits(number, VEHICLES.find(({ id }) => id === choices.vehicle?.[0])?.connectorTypes ?? []));
    const free = idsWhere((number) => matching(number) && isFree(number, types));
    expect(free.length).toBeGreaterThan(0);
    expect(await listed({ ...choices, available: ['1'] }, car)).toEqual(free);
    expect(await listed({ ...choices, available: ['0'] }, car)).toEqual(
      idsWhere((number) => matching(number) && !isFree(number, types)),
    );
    expect(await availableCount(choices, car)).toBe(free.length);
  },
);

test('with Available chosen, each connector type and vehicle counts the stations where it is free [FILTER-3]', async () => {
  const { total, options } = await discovery.listFilterOptions(
    '',
    filterOf({ available: ['1'], connectors: ['Type 2'] }),
  );
  expect(total).toBe(idsWhere((number) => isFree(number, ['Type 2'])).length);
  for (const type of ['CCS2', 'Type 2', 'CHAdeMO'])
    expect([type, options.connectors.find(({ value }) => value === type)?.count]).toEqual([
      type,
      idsWhere((number) => isFree(number, [type])).length,
    ]);
  const vehicles = await discovery.listFilterOptions('', filterOf({ available: ['1'] }));
  for (const { id, connectorTypes } of VEHICLES)
    expect([id, vehicles.options.vehicle.find(({ value }) => value === id)?.count]).toEqual([
      id,
      idsWhere((number) => isFree(number, connectorTypes)).length,
    ]);
});

test('clusters, and the stations beside them, are free as the filter’s types are', async () => {
  const { clusters = [], properties } = await answer({ connectors: ['CCS2'] }, { window: INDIA, zoom: '4' });
  const sum = (state: 'free' | 'busy' | 'offline') => clusters.reduce((all, one) => all + one[state], 0);
  const inClusters = (test: (number: number) => boolean) =>
    idsWhere((number) => fits(number, ['CCS2']) && !layoutOf(number).isCaptive && test(number)).length;
  expect(clusters.length).toBeGreaterThan(0);
  const isOffline = (number: number) => layoutOf(number).isOffline === true;
  expect({ free: sum('free'), busy: sum('busy'), offline: sum('offline') }).toEqual({
    free: inClusters((number) => isFree(number, ['CCS2'])),
    busy: inClusters((number) => !isFree(number, ['CCS2']) && !isOffline(number)),
    offline: inClusters(isOffline),
  });
  expect(properties).toHaveLength(40);
  for (const { plugs = [] } of properties)
    expect(plugs.some(({ type, free }) => type === 'CCS2' && free > 0)).toBe(true);
});

test('without a filter clusters are free as the driver’s car takes them', async () => {
  const { clusters = [], total } = await answer({}, { window: INDIA, zoom: '4', carTypes: ['CHAdeMO'] });
  const inClusters = (test: (number: number) => boolean) =>
    numbers.filter((number) => !layoutOf(number).isCaptive && test(number)).length;
  expect(total).toBe(inClusters(() => true));
  expect(clusters.reduce((all, one) => all + one.free, 0)).toBe(inClusters((number) => isFree(number, ['CHAdeMO'])));
});

test('a search shows stations first that are free for the driver’s car', async () => {
  const { stations } = await discovery.searchStations('karnataka', filterOf({}, ['CHAdeMO']));
  const free = stations.map(({ id }) => isFree(Number(id.slice(5)), ['CHAdeMO']));
  expect(free.indexOf(false)).toBe(free.filter(Boolean).length);
  expect(free.lastIndexOf(true)).toBe(free.filter(Boolean).length - 1);
});

test('one plug that changes changes lists, counts and clusters at once', async () => {
  const ccs = { available: ['1'], connectors: ['CCS2'] };
  const freeInClusters = async () =>
    (await answer({ connectors: ['CCS2'] }, { window: INDIA, zoom: '4' })).clusters?.reduce(
      (all, one) => all + one.free,
      0,
    );
  const before = await freeInClusters();
  const changes = [
    // Its Type 2 stays free: only the types tell.
    { number: 1, connector: 1, status: 'Available', type: 'CCS2', more: 1 },
    { number: 1, connector: 1, status: 'Charging', type: 'CCS2', more: 0 },
    // Of two CCS2 connectors one stays.
    { number: 2, connector: 3, status: 'Available', type: 'CCS2', more: 1 },
    { number: 2, connector: 1, status: 'Available', type: 'CCS2', more: 1 },
    { number: 2, connector: 3, status: 'Charging', type: 'CCS2', more: 1, remains: true },
  ];
  for (const { number, connector, status, type, more, remains = status === 'Available' } of changes) {
    const report = { chargePointId: `${idOf(number)}-1`, connector, status, errorCode: 'NoError', at: clock.now() };
    await availability.saveStatus(report);
    if (remains) freeTypes.get(number)?.add(type);
    else freeTypes.get(number)?.delete(type);
    await settled();
    expect(await listed(ccs)).toHaveLength((await availableCount({ connectors: ['CCS2'] })) ?? -1);
    expect(await freeInClusters()).toBe((before ?? 0) + more);
  }
});
