import { existsSync, readFileSync } from 'node:fs';
import { count, eq, isNotNull, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { hashOf } from '#kernel/ids.ts';
import { addSupplier } from '#modules/invoices/index.ts';
import { testDatabase } from '#testing/database.ts';
import { MUMBAI } from '#testing/supplier.ts';
import { importStations, registerChargePoint } from '../index.ts';
import { chargePoints, connectors, stations, tariffBands } from '../network.tables.ts';
import { eachStationInUse, parseArea, parseTraits, TEXT_SEPARATOR } from '../stations/stations-in-use.store.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
const demoFile = new URL('../../../../data/demo-stations.json', import.meta.url);
const realFile = new URL('../../../../../../../shared/data/reference/stations.json', import.meta.url);
const read = (file: URL): unknown => JSON.parse(readFileSync(file, 'utf8'));

function ownRow(id: string) {
  return {
    id,
    name: 'Test Hub Powai',
    address: 'Plot 4, Link Road, Powai, Mumbai (demo address)',
    city: 'Mumbai',
    state: 'Maharashtra',
    pincode: '400076',
    lat: 19.1176,
    lng: 72.906,
    access: 'public',
    network: 'Bijli',
    openHours: '24x7',
    amenities: ['cafe'],
    autocharge: true,
    tariff: [
      {
        current: 'DC',
        pricePerKWh: 2050,
      },
      {
        current: 'AC',
        pricePerKWh: 1400,
      },
      {
        current: 'AC',
        pricePerKWh: 1200,
        from: '09:00',
        to: '16:00',
      },
    ],
    chargers: [
      {
        id: `${id}-A`,
        name: 'Charger 1',
        vendor: 'Garudamp',
        model: 'GA-C60D',
        current: 'DC',
        capacityKW: 60,
        connectors: [
          {
            number: 1,
            type: 'CCS2',
            maxKW: 60,
          },
          {
            number: 2,
            type: 'Type 2',
            maxKW: 22,
          },
        ],
      },
    ],
  };
}

type OwnRow = ReturnType<typeof ownRow>;

test('the whole demo network is imported within seconds, and a second import writes nothing', async () => {
  const database = await testDatabase();
  const contents = read(demoFile);
  const began = performance.now();
  const first = await importStations(database, NOW, contents);
  expect(performance.now() - began).toBeLessThan(20_000);
  expect(first).toEqual({ total: 1540, added: 1540, changed: 0, unchanged: 0, refused: [] });
  const [chargePointCount] = await database.select({ n: count() }).from(chargePoints);
  const [connectorCount] = await database.select({ n: count() }).from(connectors);
  expect([chargePointCount?.n, connectorCount?.n]).toEqual([3755, 6703]);
  const [secrets] = await database
    .select({ n: count() })
    .from(chargePoints)
    .where(isNotNull(chargePoints.passwordHash));
  expect(secrets?.n).toBe(0);

  const before = await rowVersions(database);
  const second = await importStations(database, new Date(NOW.getTime() + 1000), contents);
  expect(second).toEqual({ total: 1540, added: 0, changed: 0, unchanged: 1540, refused: [] });
  expect(await rowVersions(database)).toBe(before);
});

test.skipIf(!existsSync(realFile))(
  `1,490 real stations are imported without a price or a secret, so that no session can start there${existsSync(realFile) ? '' : ' (skipped: ../shared/data/reference/stations.json is not there)'} [MAP-2]`,
  async () => {
    const database = await testDatabase();
    const contents = read(realFile);
    expect(await importStations(database, NOW, contents)).toEqual({
      total: 1490,
      added: 1490,
      changed: 0,
      unchanged: 0,
      refused: [],
    });
    expect(await importStations(database, NOW, contents)).toMatchObject({ added: 0, changed: 0, unchanged: 1490 });
    const [prices] = await database.select({ n: count() }).from(tariffBands);
    const [secrets] = await database
      .select({ n: count() })
      .from(chargePoints)
      .where(isNotNull(chargePoints.passwordHash));
    expect([prices?.n, secrets?.n]).toEqual([0, 0]);
    const types = await database.selectDistinct({ type: connectors.type }).from(connectors);
    expect(types.map(({ type }) => type).toSorted()).toEqual([
      '3-phase 5-pin',
      'Bharat AC-001',
      'Bharat DC-001',
      'CCS2',
      'CHAdeMO',
      'IEC 60309 5-pin (3-phase)',
      'LEV AC',
      'Type 1 (J1772)',
      'Type 2',
      'Unknown',
    ]);
    const [credited] = await database
      .select({ source: stations.source })
      .from(stations)
      .where(eq(stations.id, 'ocm-103603'));
    expect(credited?.source).toMatchObject({ provider: 'Open Charge Map', id: '103603', licence: 'CC BY-SA 4.0' });
  },
);

test('a row is stored with its locality, its tariff and its connectors by type [STATION-10, STATION-11]', async () => {
  const database = await testDatabase();
  await importStations(database, NOW, [ownRow('hub')]);
  const [station] = await database.select().from(stations);
  expect(station).toMatchObject({
    id: 'hub',
    locality: 'Powai',
    city: 'Mumbai',
    isDemo: false,
    openHours: '24x7',
    importedAt: NOW,
  });
  const bands = await database.select().from(tariffBands).orderBy(tariffBands.pricePaisePerKwh);
  expect(bands.map((band) => [band.current, band.fromMinute, band.toMinute, band.pricePaisePerKwh])).toEqual([
    ['AC', 540, 960, 1200],
    ['AC', 0, 1440, 1400],
    ['DC', 0, 1440, 2050],
  ]);
  const fitted = await database.select().from(connectors).orderBy(connectors.number);
  expect(fitted.map(({ type, current, ratedW, status }) => [type, current, ratedW, status])).toEqual([
    ['CCS2', 'DC', 60_000, 'Unavailable'],
    ['Type 2', 'AC', 22_000, 'Unavailable'],
  ]);
});

test('a row has the same hash as in earlier releases, so that an upgrade alone changes no station and no price [STATION-10]', async () => {
  const database = await testDatabase();
  await importStations(database, NOW, [ownRow('hashed')]);
  const [row] = await database
    .select({ importHash: stations.importHash })
    .from(stations)
    .where(eq(stations.id, 'hashed'));
  expect(row?.importHash).toBe('86ddadccd50f869bde933f80993f475f53a3fb8f96ea413d0fb7fd739f3e088a');
});

test('a changed row changes only its own station: charge points are added and removed and keep their reports [STATION-10]', async () => {
  const database = await testDatabase();
  await importStations(database, NOW, [ownRow('one'), ownRow('two')]);
  await database.update(connectors).set({ status: 'Charging' }).where(eq(connectors.chargePointId, 'one-A'));
  const changed = ownRow('one');
  const [first] = changed.chargers;
  if (!first) throw new Error('The row has a charger.');
  changed.chargers = [
    { ...first, capacityKW: 120, connectors: [{ number: 1, type: 'CCS2', maxKW: 120 }] },
    { ...first, id: 'one-B' },
  ];
  changed.tariff = [{ current: 'DC', pricePerKWh: 1800 }];
  expect(await importStations(database, NOW, [changed, ownRow('two')])).toMatchObject({
    added: 0,
    changed: 1,
    unchanged: 1,
  });
  const fitted = await database.select().from(connectors).orderBy(connectors.chargePointId, connectors.number);
  expect(fitted.map(({ chargePointId, number, ratedW, status }) => [chargePointId, number, ratedW, status])).toEqual([
    ['one-A', 1, 120_000, 'Charging'],
    ['one-B', 1, 60_000, 'Unavailable'],
    ['one-B', 2, 22_000, 'Unavailable'],
    ['two-A', 1, 60_000, 'Unavailable'],
    ['two-A', 2, 22_000, 'Unavailable'],
  ]);
  const prices = await database.select().from(tariffBands).where(eq(tariffBands.stationId, 'one'));
  expect(prices.map(({ pricePaisePerKwh }) => pricePaisePerKwh)).toEqual([1800]);

  expect(await importStations(database, NOW, [ownRow('one')])).toMatchObject({ changed: 1 });
  expect(
    await database.select({ id: chargePoints.id }).from(chargePoints).where(eq(chargePoints.stationId, 'one')),
  ).toEqual([{ id: 'one-A' }]);
});

test('a charge point that an operator has registered is not changed by later imports [STATION-10]', async () => {
  const database = await testDatabase();
  await importStations(database, NOW, [ownRow('hub')]);
  await addSupplier(database, MUMBAI, NOW);
  await registerChargePoint(database, NOW, {
    stationId: 'hub',
    chargePointId: 'hub-A',
    name: 'Front',
    secret: 'a-long-enough-secret',
    connectors: [
      {
        type: 'CHAdeMO',
        ratedW: 5e4,
      },
    ],
    pricePaisePerKwh: 1950,
  });
  const changed = { ...ownRow('hub'), name: 'Renamed', tariff: undefined, chargers: ownRow('hub').chargers };
  expect((await importStations(database, NOW, [changed])).refused).toHaveLength(1);
  expect(await importStations(database, NOW, [{ ...ownRow('hub'), name: 'Renamed', chargers: [] }])).toMatchObject({
    changed: 1,
  });
  const [kept] = await database.select().from(chargePoints);
  expect(kept).toMatchObject({
    id: 'hub-A',
    name: 'Front',
    current: 'DC',
    passwordHash: hashOf('a-long-enough-secret'),
  });
  expect(await database.select({ type: connectors.type }).from(connectors)).toEqual([{ type: 'CHAdeMO' }]);
});

test('only the fleet’s charge points get a secret, and only when one is given', async () => {
  const database = await testDatabase();
  const row = ownRow('hub');
  const [first] = row.chargers;
  if (!first) throw new Error('The row has a charger.');
  const fleet = {
    ...row,
    chargers: [
      { ...first, fleet: true },
      { ...first, id: 'hub-B' },
    ],
  };
  await importStations(database, NOW, [fleet], { fleetSecret: (id) => `known-${id}` });
  const kept = await database.select().from(chargePoints).orderBy(chargePoints.id);
  expect(kept.map(({ passwordHash }) => passwordHash)).toEqual([hashOf('known-hub-A'), null]);
});

test('Open Charge Map’s answers are read, with and without its titles [MAP-2]', async () => {
  const database = await testDatabase();
  const place = {
    Title: 'Test Mall',
    AddressLine1: '1 MG Road',
    AddressLine2: 'Basement 2',
    Town: 'Bengaluru',
    StateOrProvince: 'Karnataka',
    Postcode: '560 001',
    Latitude: 12.97,
    Longitude: 77.6,
  };
  const titled = {
    ID: 71,
    UUID: 'x',
    AddressInfo: {
      ...place,
      Country: { ISOCode: 'IN' },
    },
    OperatorInfo: { Title: 'Tata Power' },
    StatusType: {
      ID: 50,
      IsOperational: true,
    },
    UsageType: { ID: 4 },
    UsageCost: '₹18/kWh',
    Connections: [
      {
        ConnectionType: {
          ID: 33,
          Title: 'CCS (Type 2)',
        },
        CurrentTypeID: 30,
        PowerKW: 60,
        Quantity: 2,
      },
      {
        ConnectionType: {
          ID: 25,
          Title: 'Type 2 (Socket Only)',
        },
        PowerKW: 22,
        Quantity: null,
      },
      {
        ConnectionType: {
          ID: 9999,
          Title: 'Moon Plug',
        },
        PowerKW: null,
        Quantity: 1,
      },
    ],
  };
  const compact = {
    ID: 72,
    AddressInfo: { ...place, Postcode: 'Bengaluru' },
    UsageTypeID: 6,
    StatusTypeID: 100,
    Connections: [{ ConnectionTypeID: 1040, PowerKW: 15 }],
  };
  expect(await importStations(database, NOW, [titled, compact])).toMatchObject({ added: 2, refused: [] });
  const kept = await database.select().from(stations).orderBy(stations.id);
  expect(kept).toMatchObject([
    {
      id: 'ocm-71',
      address: '1 MG Road, Basement 2',
      pincode: '560001',
      access: 'public',
      network: 'Tata Power',
      isInUse: true,
    },
    { id: 'ocm-72', pincode: '', access: 'captive', isInUse: false },
  ]);
  const fitted = await database.select().from(connectors).orderBy(connectors.chargePointId, connectors.number);
  expect(fitted.map(({ chargePointId, type, current, ratedW }) => [chargePointId, type, current, ratedW])).toEqual([
    ['ocm-71-1', 'CCS2', 'DC', 60_000],
    ['ocm-71-1', 'CCS2', 'DC', 60_000],
    ['ocm-71-2', 'Type 2', 'AC', 22_000],
    ['ocm-71-3', 'Moon Plug', 'AC', 0],
    ['ocm-72-1', 'Bharat DC-001', 'DC', 15_000],
  ]);
  expect(await database.select().from(tariffBands)).toEqual([]);
});

test('texts with a separator in them leave the other texts of their station whole when the list is read', async () => {
  const database = await testDatabase();
  await importStations(database, NOW, [ownRow('odd')]);
  const odd = (text: string) => `${text}${TEXT_SEPARATOR}!`;
  const place = { address: odd('Plot 4'), locality: odd('Powai'), city: odd('Pune'), state: odd('Maharashtra') };
  await database
    .update(stations)
    .set({ name: odd('Hub'), ...place, network: odd('Bijli'), amenities: [odd('cafe'), 'shop'] });
  const read: unknown[] = [];
  await eachStationInUse(database, ({ text, area, traits }) =>
    read.push([text.split(TEXT_SEPARATOR), parseArea(area), parseTraits(traits)]),
  );
  const traits = {
    access: 'public',
    network: 'Bijli!',
    amenities: ['cafe!', 'shop'],
    hasAutocharge: true,
    openHours: '24x7',
  };
  expect(read).toEqual([
    [
      ['odd', 'Hub!', 'Plot 4!', '400076'],
      { locality: 'Powai!', city: 'Pune!', state: 'Maharashtra!' },
      { ...traits, isDemo: false, hasInferredAmenities: false },
    ],
  ]);
});

const withChargePoint = (row: OwnRow, facts: object) => ({
  ...row,
  chargers: row.chargers.map((chargePoint) => ({ ...chargePoint, ...facts })),
});
const withConnectors = (row: OwnRow, ...list: object[]) => withChargePoint(row, { connectors: list });
const plug = { number: 1, type: 'CCS2', maxKW: 60 };

test.each<[string, (row: OwnRow) => unknown, RegExp]>([
  ['is no object', () => 'a station', /no known form/],
  ['is in no known form', () => ({ id: 'x', title: 'x' }), /no known form/],
  ['lacks its name', (row) => ({ ...row, name: undefined }), /^name: /],
  ['has an empty name', (row) => ({ ...row, name: '  ' }), /^name: /],
  ['has an id that no address can hold', (row) => ({ ...row, id: 'a/b' }), /^id: "a\/b"/],
  ['has a latitude in words', (row) => ({ ...row, lat: '19.1' }), /^lat: /],
  ['lies outside India', (row) => ({ ...row, lat: 51.5, lng: -0.1 }), /^position: 51.5, -0.1 is not in India/],
  ['has latitude and longitude exchanged', (row) => ({ ...row, lat: row.lng, lng: row.lat }), /^position: /],
  ['has a short pincode', (row) => ({ ...row, pincode: '4000' }), /^pincode: "4000"/],
  ['has an unknown access', (row) => ({ ...row, access: 'secret' }), /^access: /],
  [
    'has hours that are no time',
    (row) => ({ ...row, openHours: [{ days: ['mon'], open: '25:00', close: '26:00' }] }),
    /^openHours/,
  ],
  [
    'has a price in fractions of a paisa',
    (row) => ({ ...row, tariff: [{ current: 'DC', pricePerKWh: 18.5 }] }),
    /^tariff.0.pricePerKWh: /,
  ],
  [
    'has a negative price',
    (row) => ({ ...row, tariff: [{ current: 'DC', pricePerKWh: -1 }] }),
    /^tariff.0.pricePerKWh: /,
  ],
  [
    'has a band without an end',
    (row) => ({ ...row, tariff: [{ current: 'DC', pricePerKWh: 1, from: '09:00' }] }),
    /"from" and "to"/,
  ],
  [
    'has two prices for one hour',
    (row) => ({ ...row, tariff: [...row.tariff, ...row.tariff] }),
    /^tariff DC 00:00-24:00 stands there twice/,
  ],
  ['has a charger of no power', (row) => withChargePoint(row, { capacityKW: 0 }), /^chargers.0.capacityKW: /],
  [
    'has a charger of impossible power',
    (row) => withChargePoint(row, { capacityKW: 60_000 }),
    /^chargers.0.capacityKW: /,
  ],
  ['has a charger with an unfit identity', (row) => withChargePoint(row, { id: 'two words' }), /^charger: "two words"/],
  ['has a charger without connectors', (row) => withConnectors(row), /it has no connector/],
  [
    'has a connector number 0',
    (row) => withConnectors(row, { ...plug, number: 0 }),
    /^chargers.0.connectors.0.number: /,
  ],
  ['has a connector number twice', (row) => withConnectors(row, plug, plug), /connector 1 stands there twice/],
  [
    'has a charger twice',
    (row) => ({ ...row, chargers: [...row.chargers, ...row.chargers] }),
    /charger bad-A stands there twice/,
  ],
  ["names another row's station", () => ({ ...ownRow('good'), chargers: [] }), /^id: row 1 has it too/],
  ["names another row's charger", (row) => withChargePoint(row, { id: 'good-A' }), /^charger good-A: row 1 has it too/],
  [
    "names another station's charger",
    (row) => withChargePoint(row, { id: 'elsewhere-A' }),
    /belongs to station elsewhere/,
  ],
  [
    'of Open Charge Map is only planned',
    () => ({ ID: 5, StatusTypeID: 150, AddressInfo: { Title: 'x', Latitude: 20, Longitude: 80 } }),
    /only planned/,
  ],
  [
    'of Open Charge Map is in another country',
    () => ({ ID: 5, AddressInfo: { Title: 'x', Latitude: 27.5, Longitude: 89.6, Country: { ISOCode: 'BT' } } }),
    /BT is not India/,
  ],
])(
  'a row that %s is refused as a whole with its name, and the rows around it are imported',
  async (_, spoil, problem) => {
    const database = await testDatabase();
    await importStations(database, NOW, [ownRow('elsewhere')]);
    const rows = [ownRow('good'), spoil(ownRow('bad')), ownRow('fine')];
    const summary = await importStations(database, NOW, { stations: rows });
    expect(summary).toMatchObject({ total: 3, added: 2, refused: [{ row: 2 }] });
    expect(summary.refused[0]?.problem).toMatch(problem);
    const kept = await database.select({ id: stations.id }).from(stations).orderBy(stations.id);
    expect(kept.map(({ id }) => id)).toEqual(['elsewhere', 'fine', 'good']);
    const [chargePointCount] = await database.select({ n: count() }).from(chargePoints);
    expect(chargePointCount?.n).toBe(3);
  },
);

test('a dry run reports what would happen and writes nothing', async () => {
  const database = await testDatabase();
  const seen: number[] = [];
  const summary = await importStations(database, NOW, [ownRow('a'), {}], {
    isDryRun: true,
    onProgress: (done) => seen.push(done),
  });
  expect(summary).toMatchObject({ total: 2, added: 1, refused: [{ row: 2 }] });
  expect(seen).toEqual([1]);
  expect(await database.select().from(stations)).toEqual([]);
});

test('contents that are not a list of stations are refused with a sentence', async () => {
  const database = await testDatabase();
  for (const contents of [null, 7, 'x', {}, { stations: {} }]) {
    await expect(importStations(database, NOW, contents)).rejects.toThrow('This is no list of stations');
  }
});

/** Changes with every row that is written, even to the same values. */
async function rowVersions(database: Awaited<ReturnType<typeof testDatabase>>): Promise<string> {
  const { rows } = await database.execute<{ all: string }>(sql`
    select md5(string_agg(version, ',')) as all from (
      select xmin::text || ctid::text as version from stations
      union all select xmin::text || ctid::text from chargers
      union all select xmin::text || ctid::text from connectors
      union all select xmin::text || ctid::text from tariff_bands
      order by 1) versions`);
  return rows[0]?.all ?? '';
}
