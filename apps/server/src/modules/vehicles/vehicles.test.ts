import { readFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { nameInParts } from '@bijli/contract/model-name';
import { isRegistrationNumber } from '@bijli/contract/registration-number';
import { vehicles as contract } from '@bijli/contract/vehicles';
import { createHttp } from '#http/calls/serve.ts';
import { TestClock } from '#kernel/clock.ts';
import { drivers } from '#modules/accounts/accounts.tables.ts';
import { importStations } from '#modules/network/index.ts';
import { listVehiclesNamed } from '#modules/sessions/history/index.ts';
import { STATION } from '#testing/app.ts';
import { testDatabase } from '#testing/database.ts';
import { pastSession } from '#testing/past-session.ts';
import { testServer } from '#testing/server.ts';
import { createVehicles } from './index.ts';
import { vehiclesRoutes } from './vehicles.routes.ts';
import { driverVehicles } from './vehicles.tables.ts';

const clock = new TestClock('2026-11-20T07:00:00Z');
const database = await testDatabase();
const vehicles = createVehicles({ database, clock, namedBySessions: listVehiclesNamed });
const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../data/${name}`, import.meta.url), 'utf8'));
const [file, drawings] = [read('vehicles.json'), read('vehicle-drawings.json')];
const NEXON = 'tata-nexon-ev-max---lr-405-kwh';
const ACE = 'tata-ace-ev-213-kwh';

let driverId: number;
let app: Awaited<ReturnType<typeof testServer>>;

beforeAll(async () => {
  await vehicles.saveCatalogue(file, drawings);
  app = await testServer();
  // Every caller is the driver of the test that runs.
  vehiclesRoutes(
    createHttp(app, async () => ({ driverId }), true),
    vehicles,
  );
});
afterAll(() => app.close());

let mobile = 9_700_000_000;
beforeEach(async () => {
  mobile += 1;
  const [driver] = await database
    .insert(drivers)
    .values({ mobile: String(mobile), createdAt: clock.now() })
    .returning();
  driverId = driver?.id ?? 0;
});

async function call(method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) {
  const headers = { authorization: 'Bearer any' };
  const answer = await app.inject({
    method,
    headers,
    url: `/api-v1/user${path}`,
    ...(payload ? { payload } : {}),
  });
  return answer.json();
}
const add = (regno: string, vehicle_id: string = NEXON, facts: object = {}) =>
  call('POST', '/add-user-vehicle', { regno, vehicle_id, ...facts });
const own = async () =>
  (await vehicles.listOfDriver(driverId)).map((vehicle) => [vehicle.registrationNumber, vehicle.isDefault]);

test('the catalogue lists makers of cars, then other kinds, each with a drawing [VEHICLE-1, API-24, ENTITY-6]', async () => {
  const body = await call('GET', '/get-all-vehicles');
  expect(z.parse(contract.getAllVehicles.reply, body)).toEqual(body);
  expect(Object.keys(body.vehicles)).toEqual([
    'Tata',
    'Mahindra',
    'MG',
    'Hyundai',
    'Kia',
    'BYD',
    'BMW',
    'Mercedes-Benz',
    'VinFast',
    'Maruti Suzuki',
    'Other cars',
    'Vans and trucks',
    'Two-wheelers',
    'Three-wheelers',
    'Buses',
  ]);
  const all = z.parse(contract.getAllVehicles.reply, body).vehicles;
  expect(Object.values(all).flat()).toHaveLength(79);
  expect(all['Tata']?.find(({ id }) => id === NEXON)).toEqual({
    id: NEXON,
    name: 'Tata Nexon EV Max / LR 40.5 kWh',
    vehicle_image: 'suv_compact',
    brand: 'Tata',
    variant: 'Max / LR 40.5 kWh',
    launch_year: 2022,
    battery_capacity: 40.5,
    connector_types: ['CCS2', 'Type 2'],
  });
});

test('a figure without a source is not shown [ENTITY-6]', async () => {
  const models = Object.values((await call('GET', '/get-all-vehicles')).vehicles).flat() as {
    id: string;
    battery_capacity: number | null;
  }[];
  const catalogue = z.parse(
    z.object({ vehicles: z.array(z.object({ id: z.string(), unverifiedFields: z.array(z.string()) })) }),
    file,
  ).vehicles;
  const doubtful = catalogue
    .filter(({ unverifiedFields }) => unverifiedFields.includes('batteryKWh'))
    .map(({ id }) => id);
  expect(doubtful.length).toBeGreaterThan(20);
  for (const id of doubtful) expect(models.find((model) => model.id === id)?.battery_capacity).toBeNull();
  expect(models.find(({ id }) => id === ACE)).not.toHaveProperty('connector_types');
});

test('beside its battery a model is named without the size, and no two models of the catalogue look alike', async () => {
  const { vehicles: groups } = z.parse(contract.getAllVehicles.reply, await call('GET', '/get-all-vehicles'));
  const shown = Object.values(groups)
    .flat()
    .map((model) => ({ name: nameInParts(model).join(' '), kwh: model.battery_capacity }));
  expect(shown.filter(({ name, kwh }) => kwh && name.includes('kWh'))).toEqual([]);
  expect(new Set(shown.map(({ name, kwh }) => `${name} ${kwh}`)).size).toBe(shown.length);
  const nexons = groups['Tata']?.filter(({ name }) => name.startsWith('Tata Nexon'));
  expect(nexons?.map((model) => [...nameInParts(model), model.launch_year])).toEqual([
    ['Tata Nexon EV', 'Prime / MR', 2020],
    ['Tata Nexon EV', 'Max / LR', 2022],
    ['Tata Nexon EV', 'facelift', 2023],
    ['Tata Nexon EV', '', 2024],
  ]);
});

test('the variants of a model are side by side, by year and then by battery', () => {
  const { vehicles: models } = file as {
    vehicles: { brand: string; model: string; launchYear?: number; batteryKWh?: number | null }[];
  };
  const byModel = [...Map.groupBy(models, ({ brand, model }) => `${brand} ${model}`).values()].flatMap((variants) =>
    variants.toSorted((a, b) => (a.launchYear ?? 0) - (b.launchYear ?? 0) || (a.batteryKWh ?? 0) - (b.batteryKWh ?? 0)),
  );
  expect(models).toEqual(byModel);
});

test('the connector types of cars on sale today are known, also if no page was read for them', async () => {
  const models = Object.values((await call('GET', '/get-all-vehicles')).vehicles).flat() as {
    id: string;
    connector_types?: string[];
  }[];
  const plugsOf = (id: string) => models.find((model) => model.id === id)?.connector_types;
  expect(plugsOf('hyundai-creta-electric-long-range-514-kwh')).toEqual(['CCS2', 'Type 2']);
  expect(plugsOf('mg-comet-ev-173-kwh')).toEqual(['Type 2']);
});

test('a driver enters the battery and connector types that the catalogue lacks, and removes them again', async () => {
  await add('MH12AB1234', ACE);
  await add('MH12AB1235', NEXON);
  const shown = async () => {
    const { vehicles: own } = z.parse(contract.ownVehicles.reply, await call('GET', '/vehicles'));
    return own.map(({ battery_capacity: kwh, connector_types: types, for_driver_to_tell: open }) => [kwh, types, open]);
  };
  const [ace, nexon] = (await vehicles.listOfDriver(driverId)).map(({ id }) => id);
  const answer = { battery_capacity: 52.9, connector_types: ['CCS2', 'Type 2'] };
  const known = [40.5, ['CCS2', 'Type 2'], undefined];
  const open = ['battery_capacity', 'connector_types'];
  expect(await shown()).toEqual([[undefined, undefined, open], known]);
  await call('POST', `/vehicles/${ace}`, answer);
  // What the catalogue knows stands.
  await call('POST', `/vehicles/${nexon}`, { battery_capacity: 1, connector_types: ['CHAdeMO'] });
  expect(await shown()).toEqual([[52.9, ['CCS2', 'Type 2'], open], known]);
  expect(await call('POST', `/vehicles/${ace}`, { battery_capacity: 0 })).toMatchObject({ code: 'battery_invalid' });
  expect(await call('POST', `/vehicles/${ace}`, { battery_capacity: 1001 })).toMatchObject({
    code: 'battery_invalid',
  });
  expect((await shown())[0]?.[0]).toBe(52.9);
  await call('POST', `/vehicles/${ace}`, { battery_capacity: null, connector_types: [] });
  expect(await shown()).toEqual([[undefined, undefined, open], known]);
});

test('the app has every vehicle’s drawing [VEHICLE-2]', async () => {
  const names = new Set(Object.values(z.parse(z.record(z.string(), z.string()), drawings)));
  const all = [...(await vehicles.listCatalogue()).values()].flat();
  for (const { id, image } of all) expect(names, id).toContain(image);
});

test('a vehicle is added, and the first is the default [VEHICLE-9, API-25]', async () => {
  expect(await add('MH12AB1234')).toEqual({ success: true, message: 'Vehicle added.' });
  await add('MH121234', ACE);
  expect(await own()).toEqual([
    ['MH12AB1234', true],
    ['MH121234', false],
  ]);
  expect(await vehicles.findDefaultOfDriver(driverId)).toMatchObject({
    modelId: NEXON,
    batteryWh: 40_500,
    image: 'suv_compact',
  });
});

test('a new default vehicle replaces the earlier one [API-25]', async () => {
  await add('MH12AB1234');
  await add('MH121234', ACE, { default: false });
  expect(await add('MH12123', ACE, { default: true })).toMatchObject({ success: true });
  expect(await own()).toEqual([
    ['MH12AB1234', false],
    ['MH121234', false],
    ['MH12123', true],
  ]);
});

test.each(['MH12AB1234', 'MH121234', 'MH12123', 'MH12ABCD123'])(
  '%s is accepted as a registration number [VEHICLE-6]',
  async (regno) => {
    expect(await add(regno)).toMatchObject({ success: true });
  },
);

test.each([
  'mh12ab1234',
  'MH 12 AB 1234',
  'MH-12-AB-1234',
  'MH12ABCDE123',
  'MH12AB12',
  'MH12AB12345',
  'DL1CAB1234',
  '22BH1234AA',
  '',
  'MH12AB1234\n',
])('%j is refused as a registration number, and nothing is added [VEHICLE-7, VEHICLE-8]', async (regno) => {
  expect(isRegistrationNumber(regno)).toBe(false);
  expect(await add(regno)).toEqual({
    success: false,
    code: 'registration_invalid',
    message: 'please enter valid registration no.',
  });
  expect(await own()).toEqual([]);
});

test('an unknown model, and a number that is registered twice, are refused [API-25]', async () => {
  expect(await add('MH12AB1234', 'flying-car')).toMatchObject({ success: false, code: 'vehicle_unknown' });
  expect(await add('MH12AB1234', '\0')).toMatchObject({ success: false, code: 'bad_request' });
  await add('MH12AB1234');
  expect(await add('MH12AB1234', ACE)).toMatchObject({ success: false, code: 'registration_taken' });
  expect(await own()).toEqual([['MH12AB1234', true]]);
});

test('the same vehicle sent many times at once is added once, with one default [API-25]', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => add(n % 2 ? 'MH12AB1234' : `MH12AB200${n}`)));
  expect(answers.filter(({ success }) => success)).toHaveLength(4);
  const kept = await own();
  expect(kept).toHaveLength(4);
  expect(kept.filter(([, isDefault]) => isDefault)).toHaveLength(1);
});

test('a driver has twenty vehicles at most, however many are sent at once, and the refusal is in English and Hindi', async () => {
  const answers = await Promise.all(Array.from({ length: 24 }, (_, n) => add(`MH12AB${2000 + n}`)));
  expect(answers.filter(({ success }) => success)).toHaveLength(20);
  expect(answers.find(({ success }) => !success)).toMatchObject({
    code: 'vehicle_limit',
    message: 'You already have 20 vehicles, which is the most. Write to us if you need more.',
  });
  const hindi = await app.inject({
    method: 'POST',
    url: '/api-v1/user/add-user-vehicle',
    headers: { authorization: 'Bearer any', 'accept-language': 'hi' },
    payload: { regno: 'MH12AB9999', vehicle_id: NEXON },
  });
  expect(hindi.json().message).toMatch(/20 गाड़ियाँ/);
  expect(await own()).toHaveLength(20);
});

test('another vehicle becomes the only default in its place; another driver’s is refused [API-16, ENTITY-5, GATE-6]', async () => {
  await add('MH12AB1234');
  await add('MH12AB9999');
  const second = (await vehicles.listOfDriver(driverId)).at(1);
  expect(await call('POST', '/add-default-vehicle', { id: String(second?.id) })).toEqual({
    success: true,
    message: 'Default vehicle changed.',
  });
  expect(await own()).toEqual([
    ['MH12AB1234', false],
    ['MH12AB9999', true],
  ]);
  expect(await vehicles.findVehicleOfDriver(driverId, second?.id ?? 0)).toMatchObject({
    registrationNumber: 'MH12AB9999',
  });

  driverId -= 1;
  for (const id of [String(second?.id), 'x', '', '0']) {
    expect(await call('POST', '/add-default-vehicle', { id })).toMatchObject({
      success: false,
      code: 'own_vehicle_unknown',
    });
  }
  expect(await vehicles.findVehicleOfDriver(driverId, second?.id ?? 0)).toBeUndefined();
});

test('a model that a driver owns stays when it is removed from the catalogue', async () => {
  await add('MH12AB1234', ACE);
  const { vehicles: models } = z.parse(z.object({ vehicles: z.array(z.looseObject({ id: z.string() })) }), file);
  const [owned, ...others] = [ACE, 'mahindra-treo-737-kwh'];
  await vehicles.saveCatalogue({ vehicles: models.filter(({ id }) => id !== owned && !others.includes(id)) }, drawings);
  const left = [...(await vehicles.listCatalogue()).values()].flat().map(({ id }) => id);
  expect(left).toHaveLength(78);
  expect(left).toContain(ACE);
  await vehicles.saveCatalogue(file, drawings);
});

test('a vehicle is renamed, and called by its model again when the name is cleared', async () => {
  await add('MH12AB1234');
  const [first] = await vehicles.listOfDriver(driverId);
  const change = (body: object) => call('POST', `/vehicles/${first?.id}`, body);
  const listed = async () => (await call('GET', '/vehicles')).vehicles[0];
  const model = (await listed()).vehicle_name;
  expect(await listed()).not.toHaveProperty('model_name');

  expect(await change({ name: '  Amma’s Nexon ' })).toEqual({ success: true, message: 'Vehicle saved.' });
  expect(await listed()).toMatchObject({ vehicle_name: 'Amma’s Nexon', model_name: model, default: 1 });
  for (const name of ['x'.repeat(31), '- . 🚗'])
    expect(await change({ name })).toMatchObject({ success: false, code: 'vehicle_name_invalid' });
  // Saved without a change.
  expect(await change({})).toMatchObject({ success: true });
  expect(await listed()).toMatchObject({ vehicle_name: 'Amma’s Nexon' });
  await change({ name: '' });
  expect(await listed()).toMatchObject({ vehicle_name: model });
});

test('a number plate is corrected by the rules for a new one, and another driver can neither change nor remove it', async () => {
  await add('MH12AB1234');
  await add('MH12AB9999');
  const [first] = await vehicles.listOfDriver(driverId);
  const path = `/vehicles/${first?.id}`;
  expect(await call('POST', path, { regno: 'mh 12' })).toMatchObject({ code: 'registration_invalid' });
  expect(await call('POST', path, { regno: 'MH12AB9999' })).toMatchObject({ code: 'registration_taken' });
  await call('POST', path, { regno: 'MH12AB1235' });
  // Saved without a change.
  expect(await call('POST', path, { regno: 'MH12AB1235' })).toMatchObject({ success: true });
  const kept = [
    ['MH12AB1235', true],
    ['MH12AB9999', false],
  ];
  expect(await own()).toEqual(kept);

  const owner = driverId;
  driverId -= 1;
  expect(await call('POST', path, { name: 'Mine' })).toMatchObject({ code: 'own_vehicle_unknown' });
  expect(await call('DELETE', path)).toMatchObject({ code: 'own_vehicle_unknown' });
  expect(await call('DELETE', '/vehicles/x')).toMatchObject({ code: 'own_vehicle_unknown' });
  driverId = owner;
  expect(await own()).toEqual(kept);
});

test('a removed default is replaced by the oldest other vehicle, stays in past sessions, and can be added again', async () => {
  for (const regno of ['MH12AB1234', 'MH12AB2000', 'MH12AB3000']) await add(regno);
  const [first] = await vehicles.listOfDriver(driverId);
  const remove = (id = 0) => call('DELETE', `/vehicles/${id}`);
  expect(await remove(first?.id)).toEqual({ success: true, message: 'Vehicle removed.' });
  expect(await own()).toEqual([
    ['MH12AB2000', true],
    ['MH12AB3000', false],
  ]);
  expect(await remove(first?.id)).toMatchObject({ code: 'own_vehicle_unknown' });
  expect(await vehicles.findVehicleOfDriver(driverId, first?.id ?? 0)).toMatchObject({
    registrationNumber: 'MH12AB1234',
  });

  await add('MH12AB1234');
  expect(await own()).toHaveLength(3);
  for (const { id } of await vehicles.listOfDriver(driverId)) await remove(id);
  expect(await own()).toEqual([]);
  expect(await vehicles.findDefaultOfDriver(driverId)).toBeUndefined();
  await add('MH12AB4000');
  expect(await own()).toEqual([['MH12AB4000', true]]);
});

test('of removed vehicles only the last is kept, and those of sessions', async () => {
  await importStations(database, clock.now(), [STATION]);
  const kept = async () => {
    const rows = await database
      .select({ regno: driverVehicles.registrationNumber })
      .from(driverVehicles)
      .where(eq(driverVehicles.driverId, driverId))
      .orderBy(driverVehicles.id);
    return rows.map(({ regno }) => regno);
  };
  const addAndRemove = async (regno: string, isCharged = false) => {
    await add(regno);
    const [{ id } = { id: 0 }] = await vehicles.listOfDriver(driverId);
    if (isCharged) await pastSession(database, String(mobile), { vehicleId: id });
    await call('DELETE', `/vehicles/${id}`);
  };
  await addAndRemove('MH12AB1234');
  await addAndRemove('MH12AB2000', true);
  await addAndRemove('MH12AB3000');
  expect(await kept()).toEqual(['MH12AB2000', 'MH12AB3000']);
  await addAndRemove('MH12AB4000');
  expect(await kept()).toEqual(['MH12AB2000', 'MH12AB4000']);
});
