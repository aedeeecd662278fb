import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ChargePoint } from '@bijli/charge-point/charge-point';
import type { Client } from '@bijli/contract/client';
import type { StationFilterField } from '@bijli/contract/station-filter';
import type { Station } from '@bijli/contract/stations';
import { TestClock } from '#kernel/clock.ts';
import { importStations } from '#modules/network/index.ts';
import { dataFile } from '#seed/data-file.ts';
import { fleetOf } from '#seed/demo-fleet.ts';
import { seedDemo } from '#seed/demo.ts';
import { STATION, testApp } from '#testing/app.ts';
import { eventually } from '#testing/eventually.ts';

/** A Friday, 20:30 in India: some of the network has closed. */
const clock = new TestClock('2026-11-20T15:00:00Z');
const stack = await testApp({ clock });

interface DemoStation {
  id: string;
  access: string;
  network: string;
  openHours: '24x7' | { days: string[]; open: string; close: string }[];
  amenities: string[];
  autocharge: boolean;
  tariff: { pricePerKWh: number }[];
  chargers: { id: string; connectors: { type: string; maxKW: number }[] }[];
}
const demo = (JSON.parse(dataFile('demo-stations.json')) as { stations: DemoStation[] }).stations;
const AC_TYPES = new Set(['Type 2', 'Bharat AC-001', 'LEV AC']);
const typesOf = (one: DemoStation) => one.chargers.flatMap(({ connectors }) => connectors.map(({ type }) => type));
const currentOf = (type: string) => (AC_TYPES.has(type) ? 'AC' : 'DC');
const rated = new Map<string, number>();
/** The types of free connectors by station. */
const free = new Map<string, string[]>();

const isOpen = ({ openHours }: DemoStation): boolean =>
  openHours === '24x7' ||
  openHours.some(({ days, open, close }) => days.includes('fri') && open <= '20:30' && '20:30' < close);

/** Of the chosen connector types those of the chosen currents, or all of them if none is. */
function isWanted(type: string, { connectors, current: currents }: { connectors?: string[]; current?: string[] } = {}) {
  const isOfCurrent = (one: string) => currents?.includes(currentOf(one)) !== false;
  if (!connectors) return isOfCurrent(type);
  return connectors.includes(type) && (isOfCurrent(type) || !connectors.some(isOfCurrent));
}

/** The demo network read without the server: whether a station has a value of a field. */
const has: Record<
  Exclude<StationFilterField, 'vehicle'>,
  (one: DemoStation, value: string, choices?: { connectors?: string[]; current?: string[] }) => boolean
> = {
  connectors: (one, value) => typesOf(one).includes(value),
  current: (one, value) => typesOf(one).some((type) => currentOf(type) === value),
  // Of a connector that is among the chosen types.
  power: ({ chargers }, value, choices) =>
    chargers.some(({ connectors }) =>
      connectors.some(({ type, maxKW }) => maxKW >= Number(value) && isWanted(type, choices)),
    ),
  open: (one, value) => one.openHours === '24x7' || (value === 'now' && isOpen(one)),
  network: ({ network }, value) => network === value,
  free: ({ tariff }) => tariff.some(({ pricePerKWh }) => pricePerKWh === 0),
  // A connector that is among the chosen types.
  available: (one, _, choices) => isOpen(one) && (free.get(one.id)?.some((type) => isWanted(type, choices)) ?? false),
  autocharge: ({ autocharge }) => autocharge,
  access: ({ access }, value) => access === value,
  amenities: ({ amenities }, value) => amenities.includes(value),
  rating: ({ id }, value) => (rated.get(id) ?? 0) >= Number(value),
};
type Field = keyof typeof has;
type Choices = Partial<Record<Field, string[]>>;
const expected = (choices: Choices) =>
  demo
    .filter((one) =>
      (Object.entries(choices) as [Field, string[]][]).every(([field, values]) =>
        field === 'amenities'
          ? values.every((value) => has[field](one, value))
          : values.some((value) => has[field](one, value, choices)),
      ),
    )
    .map(({ id }) => id)
    .toSorted();

const queryOf = (choices: Choices) =>
  Object.fromEntries(Object.entries(choices).map(([field, values]) => [field, values.join('|')]));
const idsOf = ({ properties }: { properties: Station[] }) => properties.map(({ id }) => id).toSorted();

let driver: Client;
const listed = async (choices: Choices) => idsOf(await driver.ask('chargingStation', { query: queryOf(choices) }));
const chargePoints: ChargePoint[] = [];

beforeAll(async () => {
  await seedDemo(stack.app.database, clock.now());
  const { $client: sql } = stack.app.database;
  await sql.query(`delete from stations where id = 'test-station'`);
  for (const [index, { id }] of demo.entries()) {
    if (index % 7 === 0) rated.set(id, [1.9, 2, 3, 3.5, 4.2, 4.5, 5][(index / 7) % 7] ?? 0);
  }
  for (const [id, rating] of rated) await sql.query('update stations set rating = $1 where id = $2', [rating, id]);

  driver = await stack.driver('9200000101', 0);
  const stationOf = (chargePointId: string) =>
    demo.find(({ chargers }) => chargers.some((charger) => charger.id === chargePointId));
  const online = fleetOf().slice(0, 4);
  // The last one's station closed two hours ago.
  const shut = stationOf(online[3]?.id ?? '');
  if (!shut) throw new Error('The demo network does not have the station.');
  shut.openHours = [{ days: ['fri'], open: '09:00', close: '18:30' }];
  await sql.query('update stations set open_hours = $1 where id = $2', [JSON.stringify(shut.openHours), shut.id]);
  for (const { id, vendor, model, connectors, password } of online) {
    const url = `${stack.url.replace('http', 'ws')}/ocpp`;
    const chargePoint = new ChargePoint({ id, vendor, model, connectors, password, url });
    chargePoints.push(chargePoint);
    await chargePoint.connect();
    const stationId = stationOf(id)?.id ?? '';
    free.set(stationId, [...(free.get(stationId) ?? []), ...connectors.map(({ type }) => type)]);
  }
  await eventually(async () => {
    clock.advance(1000);
    const { properties } = await driver.ask('chargingStation', {});
    expect(
      properties
        .filter(({ status }) => status === 1)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([...free.keys()].toSorted());
  });
});
afterAll(async () => {
  await Promise.all(chargePoints.map((chargePoint) => chargePoint.close()));
});

/** The options that the demo network bears out, in the order they are offered in. */
const OPTIONS: Record<Field, string[]> = {
  connectors: ['CCS2', 'Type 2', 'Bharat AC-001', 'LEV AC', 'Bharat DC-001', 'CHAdeMO'],
  current: ['AC', 'DC'],
  power: ['150', '100', '50', '22', '7'],
  open: ['now', '24x7'],
  network: ['Bijli', 'Neelvolt', 'Amparaa', 'Joltika'],
  free: ['1'],
  available: ['1'],
  autocharge: ['1'],
  access: ['public', 'captive'],
  amenities: ['restroom', 'cafe', 'store', 'car_care'],
  rating: ['4.5', '4.0', '3.5', '3.0', '2.0'],
};
const ROWS: Record<Field, string> = {
  connectors: 'FILTER-3',
  current: 'FILTER-4',
  power: 'FILTER-15',
  open: 'FILTER-5',
  network: 'FILTER-6',
  free: 'FILTER-7',
  available: 'FILTER-8',
  autocharge: 'FILTER-9',
  access: 'FILTER-10',
  amenities: 'FILTER-11',
  rating: 'FILTER-12',
};
const single = (Object.entries(OPTIONS) as [Field, string[]][]).flatMap(([field, values]) =>
  values.map((value) => [field, value, ROWS[field]] as const),
);

describe('one option', () => {
  test.each(single)(
    '%s %s leaves the stations of the demo network that have it, and counts them [%s]',
    async (field, value) => {
      const left = await listed({ [field]: [value] });
      expect(left).toEqual(expected({ [field]: [value] }));
      expect(left.length).toBeGreaterThan(0);
      expect(left.length).toBeLessThanOrEqual(demo.length);
      const { options } = await driver.ask('stationFilters', { query: {} });
      expect(options[field].find((option) => option.value === value)?.count).toBe(left.length);
    },
  );

  test('each is offered, in a fixed order, and no others [FILTER-3, FILTER-6]', async () => {
    const { total, options } = await driver.ask('stationFilters', { query: {} });
    const { vehicle: _, ...others } = options;
    expect(total).toBe(demo.length);
    expect(
      Object.fromEntries(Object.entries(others).map(([field, list]) => [field, list.map(({ value }) => value)])),
    ).toEqual(OPTIONS);
    const narrowed = await driver.ask('stationFilters', { query: { network: 'Joltika', rating: '4.5' } });
    expect(narrowed.options.connectors.map(({ value }) => value)).toEqual(OPTIONS.connectors);
  });
});

describe('options together', () => {
  const choices = fc.record(
    Object.fromEntries(
      (Object.entries(OPTIONS) as [Field, string[]][]).map(([field, values]) => [
        field,
        fc.subarray(values, { minLength: 1, maxLength: Math.min(2, values.length) }),
      ]),
    ) as Record<Field, fc.Arbitrary<string[]>>,
    { requiredKeys: [] },
  );

  test('leave the stations that match every field, and every count is what choosing it would leave [FILTER-1]', async () => {
    await fc.assert(
      fc.asyncProperty(choices, async (chosen) => {
        const left = expected(chosen);
        expect(await listed(chosen)).toEqual(left);
        const { total, options } = await driver.ask('stationFilters', { query: queryOf(chosen) });
        expect(total).toBe(left.length);
        for (const [field, values] of Object.entries(OPTIONS) as [Field, string[]][]) {
          for (const value of values) {
            const alone = field === 'amenities' ? [...new Set([...(chosen.amenities ?? []), value])] : [value];
            const shown = options[field].find((option) => option.value === value);
            expect([field, value, shown?.count]).toEqual([
              field,
              value,
              expected({ ...chosen, [field]: alone }).length,
            ]);
          }
        }
      }),
      { numRuns: 25 },
    );
  });

  test('of two amenities leave the stations that have both, which are fewer than have either [FILTER-11]', async () => {
    const [both, cafe] = [await listed({ amenities: ['restroom', 'cafe'] }), await listed({ amenities: ['cafe'] })];
    expect(both).toEqual(expected({ amenities: ['restroom', 'cafe'] }));
    expect([both.length > 0, both.length < cafe.length]).toEqual([true, true]);
  });

  test('a closed station is not available, even if connectors are free there [FILTER-8]', async () => {
    const { properties } = await driver.ask('chargingStation', { query: { open: 'now|24x7' } });
    const open = new Set(properties.map(({ id }) => id));
    const closed = [...free.keys()].filter((id) => !open.has(id));
    expect(closed).toHaveLength(1);
    const available = await listed({ available: ['1'] });
    expect(available).toHaveLength(free.size - 1);
    expect(available).not.toContain(closed[0]);
    expect(await listed({ available: ['0'] })).toContain(closed[0]);
  });

  test('work on a search and inside a window of the map too [FILTER-1]', async () => {
    const search = await driver.ask('searchStation', { query: { search: 'Neelvolt', access: 'captive' } });
    const named = expected({ network: ['Neelvolt'], access: ['captive'] });
    expect(idsOf(search)).toEqual(named);
    expect(named.length).toBeGreaterThan(0);
    expect(search.total).toBe(named.length);
    const counted = await driver.ask('stationFilters', { query: { search: 'Neelvolt' } });
    expect(counted.options.access.find(({ value }) => value === 'captive')?.count).toBe(named.length);
    expect(counted.options.network.find(({ value }) => value === 'Joltika')?.count).toBe(0);

    const inside = await driver.ask('chargingStation', { query: { window: '72,18,74,20', access: 'captive' } });
    const everywhere = await driver.ask('chargingStation', { query: { access: 'captive' } });
    const within = ({ latitude, longitude }: Station) =>
      longitude >= 72 && longitude <= 74 && latitude >= 18 && latitude <= 20;
    expect(idsOf(inside)).toEqual(
      everywhere.properties
        .filter(within)
        .map(({ id }) => id)
        .toSorted(),
    );
  });

  test('that nothing matches leave nothing, and empty fields leave everything', async () => {
    expect(await listed({ connectors: ['Nonesuch'] })).toEqual([]);
    expect(await listed({ access: ['captive'], network: ['Nonesuch', 'x|y'] })).toEqual([]);
    expect(await listed({ connectors: [], access: [''] })).toHaveLength(demo.length);
  });

  test('are refused for a text that is too short for a search', async () => {
    const answer = await driver.call('stationFilters', { query: { search: 'abc' } });
    expect(answer).toMatchObject({ success: false, code: 'search_too_short' });
  });
});

test('the driver’s own vehicles are offered, and one leaves the stations with a connector that fits it [FILTER-2]', async () => {
  const owner = await stack.driver('9200000102', 0);
  const { vehicles } = await owner.ask('getAllVehicles', {});
  const models = Object.values(vehicles).flat();
  for (const [index, model] of models.slice(0, 12).entries()) {
    await owner.ask('addUserVehicle', { body: { regno: `KA02CD${1000 + index}`, vehicle_id: model.id } });
  }
  const { vehicles: own } = await owner.ask('getCharger', { query: { property_id: demo[0]?.id ?? '' } });
  const { options } = await owner.ask('stationFilters', { query: {} });
  expect(options.vehicle.map(({ value, name }) => [value, name])).toEqual(
    own.map(({ id, vehicle_name }) => [id, vehicle_name]),
  );
  const fitting = (types: string[]) =>
    demo
      .filter((one) => typesOf(one).some((type) => types.includes(type)))
      .map(({ id }) => id)
      .toSorted();
  expect(new Set(own.map(({ connector_types }) => connector_types?.join() ?? '')).size).toBeGreaterThan(1);
  for (const { id, connector_types: types = [] } of own) {
    const left = idsOf(await owner.ask('chargingStation', { query: { vehicle: id } }));
    expect(left).toEqual(fitting(types));
    expect(options.vehicle.find(({ value }) => value === id)?.count).toBe(left.length);
  }
  const stranger = await driver.ask('chargingStation', { query: { vehicle: own[0]?.id ?? '' } });
  expect(stranger.properties).toEqual([]);
});

test('amenities that were only guessed from a name are counted as likely [FILTER-11]', async () => {
  const elsewhere = await testApp({ clock });
  const guessed = {
    id: 'ocm-1',
    name: 'Cafe at the Corner',
    address: '1 Corner',
    city: 'Pune',
    state: 'Maharashtra',
    lat: 18.5,
    lng: 73.8,
    connectors: [],
    amenitiesInferred: ['food'],
    source: { provider: 'Open Charge Map', id: 1 },
  };
  const rows = [guessed, { ...STATION, id: 'told', chargers: [], amenities: ['cafe'] }];
  expect(await importStations(elsewhere.app.database, clock.now(), rows)).toMatchObject({ refused: [] });
  const { options } = await (await elsewhere.driver('9200000103', 0)).ask('stationFilters', { query: {} });
  expect(options.amenities.find(({ value }) => value === 'cafe')).toEqual({ value: 'cafe', count: 2, likely: 1 });
});
