import { gunzipSync, brotliDecompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { stations as contract, type Station, type StationAvailability } from '@bijli/contract/stations';
import { createHttp } from '#http/calls/serve.ts';
import { TestClock } from '#kernel/clock.ts';
import { hashOf } from '#kernel/ids.ts';
import { en } from '#kernel/messages/en.ts';
import { createAccounts } from '#modules/accounts/index.ts';
import { addSupplier } from '#modules/invoices/index.ts';
import { importStations, registerChargePoint } from '#modules/network/index.ts';
import { createVehicles } from '#modules/vehicles/index.ts';
import { vehiclesRoutes } from '#modules/vehicles/vehicles.routes.ts';
import { testDatabase } from '#testing/database.ts';
import { testLog } from '#testing/log.ts';
import { networkOf } from '#testing/network-fixture.ts';
import { testServer } from '#testing/server.ts';
import { MUMBAI } from '#testing/supplier.ts';
import { discoveryRoutes } from './discovery.routes.ts';
import { stationsChanged } from './index.ts';
import type { ChargePointStats } from './station-wire.ts';

/** 12:30 in India: inside the solar band. */
const clock = new TestClock('2026-11-20T07:00:00Z');
const database = await testDatabase();
/**
 * What the sessions of charge points tell of them, by their ids, and when the sessions on their connectors are likely
 * to end.
 */
const stats: Record<string, ChargePointStats> = {};
const expectedEnds: Record<string, Date> = {};
const announced: StationAvailability[][] = [];
let announcement = Promise.withResolvers<StationAvailability[]>();
const { events, network, availability, discovery, close } = networkOf(database, clock);
events.onNotice(stationsChanged, (changed) => {
  announced.push(changed);
  announcement.resolve(changed);
  announcement = Promise.withResolvers();
});
await addSupplier(database, MUMBAI, clock.now());
const vehicles = createVehicles({ database, clock, namedBySessions: async () => [] });
const codes = new Map<string, string>();
const accounts = createAccounts({
  database,
  clock,
  log: testLog,
  limits: { perNumberHour: 100, perAddressHour: 100, perHour: 100 },
  domain: 'bijli.example',
  sms: { send: async ({ to, values }) => void codes.set(to, values['code'] ?? '') },
  events,
});
let app: Awaited<ReturnType<typeof testServer>>;
let url: string;

const connector = (number: number, type: string, maxKW: number) => ({ number, type, maxKW });
const chargePoint = (id: string, current: string, ...connectors: ReturnType<typeof connector>[]) => ({
  id,
  name: `Charger ${id}`,
  vendor: 'Garudamp',
  model: 'G1',
  current,
  connectors,
  capacityKW: Math.max(...connectors.map(({ maxKW }) => maxKW)),
});
const row = (id: string, name: string, place: object, chargers: object[], tariff: object[] = []) => ({
  id,
  name,
  address: `${name}, India`,
  city: 'Mumbai',
  state: 'Maharashtra',
  pincode: '400076',
  lat: 19.1,
  lng: 72.9,
  access: 'public',
  network: 'Bijli',
  openHours: '24x7',
  amenities: [],
  autocharge: false,
  tariff,
  chargers,
  ...place,
});
const solar = [
  { current: 'DC', pricePerKWh: 2050 },
  { current: 'AC', pricePerKWh: 1400 },
  { current: 'AC', pricePerKWh: 1250, from: '09:00', to: '16:00' },
];

const goa = (address: string) =>
  row('goa', 'Konkan Point', { address, city: 'Panaji', state: 'Goa', lat: 15.5, lng: 73.83 }, [
    chargePoint('GA-1', 'AC', connector(1, 'Type 2', 22)),
  ]);

beforeAll(async () => {
  const { refused } = await importStations(database, clock.now(), [
    row(
      'powai',
      'Bijli Hub Powai',
      { locality: 'Powai' },
      [
        // Rated for more than any of its connectors gives.
        { ...chargePoint('PW-1', 'DC', connector(1, 'CCS2', 60), connector(2, 'Type 2', 22)), capacityKW: 80 },
        chargePoint('PW-2', 'DC', connector(1, 'CHAdeMO', 50)),
      ],
      solar,
    ),
    row(
      'pune',
      'Neelvolt 100%_Point',
      { city: 'Pune', pincode: '411001', lat: 18.52, lng: 73.85, network: 'Neelvolt', access: 'captive' },
      [chargePoint('PN-1', 'AC', connector(1, 'Type 2', 7.4))],
    ),
    row('delhi', 'Bijli Hub Saket', { city: 'Delhi', state: 'Delhi', lat: 28.52, lng: 77.21, locality: 'Saket' }, []),
    row('nagpur', 'Orange City', { city: 'Nagpur', pincode: '440001', lat: 21.15, lng: 79.09 }, [
      chargePoint('NG-1', 'AC', connector(1, 'Type 2', 7.4)),
    ]),
    goa('1 Beach Road'),
  ]);
  expect(refused).toEqual([]);
  await importStations(database, clock.now(), [
    {
      ID: 9,
      StatusTypeID: 100,
      AddressInfo: { Title: 'Closed Powai', Town: 'Mumbai', Latitude: 19.1, Longitude: 72.9 },
    },
  ]);
  await vehicles.saveCatalogue(
    {
      vehicles: [
        {
          id: 'car',
          class: '4W',
          bodyType: 'suv',
          brand: 'Tata',
          model: 'Nexon EV',
          variant: '45',
          batteryKWh: 45,
          acMaxKW: 7.2,
          dcMaxKW: 60,
          connectors: ['CCS2', 'Type 2 AC'],
          unverifiedFields: [],
        },
      ],
    },
    { car: 'suv_compact' },
  );
  app = await testServer();
  const http = createHttp(app, accounts.authenticate, true);
  discoveryRoutes(http, discovery, {
    balance: async () => ({ freePaise: 50_000 }),
    vehicles: vehicles.listOfDriver,
    stillPlugged: async () => [],
    reservationsSeenBy: async () => new Map(),
    stats: async () => new Map(Object.entries(stats)),
    findExpectedEnd: (chargePointId, connector) => expectedEnds[`${chargePointId}:${connector}`],
  });
  vehiclesRoutes(http, vehicles);
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  await close();
  await app.close();
});

let mobile = 9_800_000_000;
/** A driver's phone: signs in, and speaks the wire contract. */
async function phone() {
  mobile += 1;
  const caller = { address: '127.0.0.1', site: undefined, device: undefined };
  await accounts.sendCode(String(mobile), caller, en);
  const { token } = await accounts.verifyCode(String(mobile), codes.get(String(mobile)) ?? '', caller);
  const authorization = `Bearer ${token}`;
  const call = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization, ...init.headers };
    return fetch(`${url}/api-v1/user${path}`, { ...init, headers });
  };
  return {
    call,
    authorization,
    get: async (path: string) => (await call(path)).json(),
    post: async (path: string, body: object) =>
      (
        await call(path, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json' },
        })
      ).json(),
  };
}

const idsOf = ({ properties }: { properties: Station[] }) => properties.map(({ id }) => id).toSorted();
const report = (chargePointId: string, connectorNumber: number, status: string) =>
  availability.saveStatus({
    chargePointId,
    connector: connectorNumber,
    status,
    errorCode: 'NoError',
    at: clock.now(),
  });
async function powaiInList(): Promise<Station | undefined> {
  const { properties } = await (await phone()).get('/charging-station');
  return properties.find(({ id }: Station) => id === 'powai');
}
/** Lets the gathering time pass and waits for what is told. */
async function nextAnnouncement(): Promise<StationAvailability[]> {
  const { promise } = announcement;
  clock.advance(1000);
  return promise;
}

/** Lets the gathering time pass and waits until everything is told, if there is anything. */
async function settle(): Promise<void> {
  clock.advance(1000);
  await close();
}

/** Whatever a test switched on is off for the next one. */
afterEach(async () => {
  for (const id of ['PW-1', 'PW-2', 'GA-1', 'NG-9']) await availability.noteDisconnected(id);
  await settle();
});

test('every station in use is listed with what the map needs, and one out of use is not [API-7, ENTITY-2, MAP-2]', async () => {
  const body = await (await phone()).get('/charging-station');
  expect(z.parse(contract.chargingStation.reply, body)).toEqual(body);
  expect(idsOf(body)).toEqual(['delhi', 'goa', 'nagpur', 'powai', 'pune']);
  expect(body.properties.find(({ id }: Station) => id === 'powai')).toEqual({
    id: 'powai',
    property_id: 'powai',
    property_name: 'Bijli Hub Powai',
    address: 'Bijli Hub Powai, India',
    latitude: 19.1,
    longitude: 72.9,
    visibility: 'public',
    active_charger: 0,
    status: 0,
    online_charger: 0,
    connectors_total: 3,
    connectors_free: 0,
    connector_types: ['CCS2', 'CHAdeMO', 'Type 2'],
    power_max: 60,
    price_from: 12.5,
    plugs: [
      { type: 'CCS2', power: 60, price: 20.5, total: 1, free: 0 },
      { type: 'CHAdeMO', power: 50, price: 20.5, total: 1, free: 0 },
      { type: 'Type 2', power: 22, price: 12.5, total: 1, free: 0 },
    ],
    open_now: true,
    network: 'Bijli',
    city: 'Mumbai',
    state: 'Maharashtra',
  });
  expect((await fetch(`${url}/api-v1/user/charging-station`)).status).toBe(401);
});

test('the list is compressed, and is not sent again while nothing has changed [API-7]', async () => {
  const { call, authorization } = await phone();
  const plain = await (await call('/charging-station', { headers: { 'accept-encoding': 'identity' } })).text();
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
  for (const [encoding, header] of [
    ['br', 'gzip, deflate, br'],
    ['gzip', 'gzip, br;q=0'],
  ] as const) {
    const answer = await app.inject({
      method: 'GET',
      url: '/api-v1/user/charging-station',
      headers: {
        authorization,
        'accept-encoding': header,
      },
    });
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(unpack[encoding](answer.rawPayload).toString()).toBe(plain);
  }
  const first = await call('/charging-station');
  const etag = first.headers.get('etag') ?? '';
  const again = await call('/charging-station', { headers: { 'if-none-match': etag } });
  expect([again.status, await again.text()]).toEqual([304, '']);

  await availability.noteConnected('PW-1');
  await report('PW-1', 1, 'Available');
  await nextAnnouncement();
  expect((await call('/charging-station', { headers: { 'if-none-match': etag } })).status).toBe(200);
});

test('a window contains the stations inside it, and an invalid one is refused with a sentence [MAP-2]', async () => {
  const { get } = await phone();
  expect(idsOf(await get('/charging-station?window=72,18,74,20'))).toEqual(['powai', 'pune']);
  expect(idsOf(await get('/charging-station?window=77.2,28.5,77.3,28.6'))).toEqual(['delhi']);
  for (const window of ['1,2,3', '1,2,3,x', '74,18,72,20', '72,20,74,18', '72,18,74,91', '1,,3,4', '']) {
    expect(await get(`/charging-station?window=${window}`)).toMatchObject({ success: false, code: 'window_invalid' });
  }
});

test('only links make a charge point available: link and status are published once, together, with the latest state [MAP-12, STATION-12, SAVED-2]', async () => {
  announced.length = 0;
  await report('PW-1', 1, 'Available');
  await settle();
  expect((await discovery.getStationWithChargePoints('powai')).station).toMatchObject({ status: 0, online_charger: 0 });
  await availability.noteConnected('PW-1');
  await availability.noteConnected('PW-2');
  await report('PW-1', 1, 'Preparing');
  await report('PW-1', 2, 'Available');
  await report('PW-2', 1, 'Charging');
  const state = { property_id: 'powai', active_charger: 1, status: 1, online_charger: 2, connectors_free: 2 };
  const plugsFree = [
    { type: 'CCS2', power: 60, free: 1 },
    { type: 'Type 2', power: 22, free: 1 },
  ];
  expect(await nextAnnouncement()).toEqual([{ ...state, plugs_free: plugsFree }]);
  const shown = {
    ...state,
    plugs: [
      { type: 'CCS2', free: 1 },
      { type: 'CHAdeMO', free: 0 },
      { type: 'Type 2', free: 1 },
    ],
  };
  expect((await discovery.getStationWithChargePoints('powai')).station).toMatchObject(shown);
  expect(await powaiInList()).toMatchObject(shown);

  await report('PW-1', 2, 'Available');
  await availability.noteDisconnected('PW-1');
  expect(await nextAnnouncement()).toEqual([
    { ...state, active_charger: 0, status: 0, online_charger: 1, connectors_free: 0, plugs_free: [] },
  ]);
  expect(announced).toHaveLength(2);
});

test('one kind of plug that becomes free while another is taken is published, though the counts stay the same [MAP-12]', async () => {
  await availability.noteConnected('PW-1');
  await report('PW-1', 1, 'Available');
  await report('PW-1', 2, 'Charging');
  expect(await nextAnnouncement()).toMatchObject([{ connectors_free: 1, plugs_free: [{ type: 'CCS2', free: 1 }] }]);
  await report('PW-1', 1, 'Charging');
  await report('PW-1', 2, 'Available');
  expect(await nextAnnouncement()).toMatchObject([{ connectors_free: 1, plugs_free: [{ type: 'Type 2', free: 1 }] }]);
  expect((await powaiInList())?.plugs).toMatchObject([{ free: 0 }, { free: 0 }, { free: 1 }]);
});

test('a connector’s last status counts again when its charge point comes back, and a charge point out of order has none free [STATION-12]', async () => {
  await report('PW-2', 1, 'Available');
  await availability.noteConnected('PW-2');
  expect(await nextAnnouncement()).toMatchObject([{ active_charger: 1 }]);
  await report('PW-2', 0, 'Faulted');
  expect(await nextAnnouncement()).toMatchObject([{ active_charger: 0, online_charger: 1 }]);
  expect(await availability.findConnectorForStart('PW-2', 1)).toMatchObject({ isOnline: true, status: 'Faulted' });
  await report('PW-2', 0, 'Available');
  expect(await nextAnnouncement()).toMatchObject([{ active_charger: 1 }]);
});

test('a new listener gets the changes of the last half minute, each station once, with its latest state', async () => {
  clock.advance(60_000);
  expect(availability.listRecentChanges()).toEqual([]);
  await availability.noteConnected('PW-2');
  await nextAnnouncement();
  await availability.noteDisconnected('PW-2');
  const [last] = await nextAnnouncement();
  expect(availability.listRecentChanges()).toEqual([last]);
  clock.advance(29_000);
  expect(availability.listRecentChanges()).toEqual([last]);
  clock.advance(2_000);
  expect(availability.listRecentChanges()).toEqual([]);
});

test('a report of an unregistered connector or charge point changes nothing [STATION-12]', async () => {
  await availability.noteConnected('PW-2');
  await nextAnnouncement();
  await report('PW-2', 7, 'Available');
  await report('nobody', 1, 'Available');
  expect(
    (await discovery.getStationWithChargePoints('powai')).chargePoints.flatMap(({ connectors }) => connectors),
  ).toHaveLength(3);
});

test('a station’s page has its charge points, connectors, prices, the bookmark, the vehicles and the balance [API-14, ENTITY-3, ENTITY-4]', async () => {
  const driver = await phone();
  await driver.post('/add-user-vehicle', { regno: 'MH12AB1234', vehicle_id: 'car' });
  await availability.noteConnected('PW-1');
  await report('PW-1', 1, 'Available');
  await report('PW-1', 2, 'SuspendedEV');
  await availability.noteConnected('PW-2');
  await report('PW-2', 1, 'Preparing');
  const preparing = (await driver.get('/get-charger?property_id=powai')).chargers[1];
  expect(preparing).toMatchObject({
    charger_name: 'Charger PW-2',
    charger_status: 'online',
    capacity: 50,
    connectors: [{ id: 'PW-2:1', name: 'Connector 1', type: 'CHAdeMO', status: 'preparing' }],
  });
  await availability.noteDisconnected('PW-2');
  const page = await driver.get('/get-charger?property_id=powai');
  expect(page).toMatchObject({
    success: true,
    bookmark: false,
    wallet: { balance: 500 },
    property: { id: 'powai', active_charger: 1 },
  });
  expect(page.vehicles).toEqual([
    {
      id: expect.stringMatching(/^\d+$/),
      vehicle_id: 'car',
      vehicle_name: 'Tata Nexon EV 45',
      vehicle_image: 'suv_compact',
      vehicle_registration_number: 'MH12AB1234',
      default: 1,
      battery_capacity: 45,
      ac_max_power: 7.2,
      dc_max_power: 60,
      connector_types: ['CCS2', 'Type 2'],
    },
  ]);
  expect(page.chargers).toMatchObject([
    {
      charger_id: 'PW-1',
      charger_name: 'Charger PW-1',
      charger_status: 'online',
      price_per_unit: 20.5,
      price_known: true,
      capacity: 80,
      power_output: 60,
      current: 'DC',
      connectors: [
        {
          id: 'PW-1:1',
          connector_id: 'PW-1:1',
          name: 'Connector 1',
          type: 'CCS2',
          icon: 'ccs2',
          status: 'available',
          oem_connector_number: 1,
          power: 60,
        },
        {
          id: 'PW-1:2',
          connector_id: 'PW-1:2',
          name: 'Connector 2',
          type: 'Type 2',
          icon: 'type2',
          status: 'charging',
          oem_connector_number: 2,
          power: 22,
          price_per_unit: 12.5,
        },
      ],
    },
    { charger_id: 'PW-2', charger_status: 'offline', connectors: [{ icon: 'chademo', status: 'unavailable' }] },
  ]);
  expect(page.chargers[0].connectors[0]).not.toHaveProperty('price_per_unit');
  expect((await driver.get('/get-charger?property_id=pune')).chargers).toMatchObject([
    { price_per_unit: 0, price_known: false },
  ]);
  for (const id of ['nowhere', 'a/b', '']) {
    expect(await driver.get(`/get-charger?property_id=${id}`)).toMatchObject({
      success: false,
      code: 'station_unknown',
    });
  }
});

test('a station’s page shows recent figures of its charge points, and when a plug in use is expected to be free', async () => {
  const { get } = await phone();
  await availability.noteConnected('PW-1');
  await report('PW-1', 1, 'Charging');
  await report('PW-1', 2, 'Charging');
  const since = clock.now().getTime();
  const inMinutes = (minutes: number) => new Date(since + minutes * 60_000);
  const usual = { typicalW: 46_180, lastChargeAt: inMinutes(-24), reliablePercent: 98, typicalMs: 35 * 60_000 };
  stats['PW-1'] = usual;
  expectedEnds['PW-1:1'] = inMinutes(20);
  expect((await get('/get-charger?property_id=powai')).chargers).toMatchObject([
    {
      usual_power: 46.2,
      last_charge: inMinutes(-24).toISOString(),
      reliable_percent: 98,
      connectors: [{ free_at: inMinutes(20).toISOString() }, { free_at: inMinutes(35).toISOString() }],
    },
    {},
  ]);
  // What should have ended tells nothing any more.
  clock.advance(36 * 60_000);
  delete stats['PW-1'];
  const [first, second] = (await get('/get-charger?property_id=powai')).chargers;
  expect(Object.keys(second)).not.toContain('usual_power');
  expect(first.connectors.map((one: object) => 'free_at' in one)).toEqual([false, false]);
  delete expectedEnds['PW-1:1'];
});

test('lists show when the first plug of a kind is expected to be free, while none of it is', async () => {
  await availability.noteConnected('PW-1');
  const freeAt = async () => (await powaiInList())?.plugs?.map(({ type, free_at: at }) => [type, at]) ?? [];
  const inMinutes = (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000);
  const ofPowai = (connectorNumber: number, at: Date, chargePointId = 'PW-1') => ({
    stationId: 'powai',
    chargePointId,
    connector: connectorNumber,
    at,
  });
  await report('PW-1', 1, 'Charging');
  await report('PW-1', 2, 'Available');
  await settle();
  const at = inMinutes(20);
  // Another kind is free, another end is over, another charge point is unknown.
  await discovery.saveExpectedEnds([
    ofPowai(1, inMinutes(30)),
    ofPowai(1, at),
    ofPowai(2, at),
    ofPowai(1, at, 'nobody'),
    { ...ofPowai(1, at), stationId: 'nowhere' },
  ]);
  expect(await freeAt()).toEqual([
    ['CCS2', at.toISOString()],
    ['CHAdeMO', undefined],
    ['Type 2', undefined],
  ]);
  // A minute later the same end, a little otherwise: nothing has to be sent anew.
  clock.advance(60_000);
  await discovery.saveExpectedEnds([ofPowai(1, new Date(at.getTime() + 50_000))]);
  expect((await freeAt())[0]).toEqual(['CCS2', at.toISOString()]);
  await discovery.saveExpectedEnds([ofPowai(1, new Date(at.getTime() + 300_000))]);
  expect((await freeAt())[0]).toEqual(['CCS2', new Date(at.getTime() + 300_000).toISOString()]);
  await report('PW-1', 1, 'Available');
  await settle();
  expect((await freeAt())[0]).toEqual(['CCS2', undefined]);
  await report('PW-1', 1, 'Charging');
  await settle();
  await discovery.saveExpectedEnds([ofPowai(1, inMinutes(-1))]);
  expect((await freeAt())[0]).toEqual(['CCS2', undefined]);
});

test('a start gets what it needs to know of a connector: station, link, status, present price of its current [API-17]', async () => {
  await availability.noteConnected('PW-1');
  await report('PW-1', 2, 'Preparing');
  expect(await availability.findConnectorForStart('PW-1', 2)).toEqual({
    stationId: 'powai',
    state: 'Maharashtra',
    isOnline: true,
    status: 'Preparing',
    pricePaisePerKwh: 1250,
    current: 'AC',
    ratedW: 22e3,
  });
  expect(await availability.findConnectorForStart('PN-1', 1)).toMatchObject({
    isOnline: false,
    pricePaisePerKwh: undefined,
  });
  for (const [id, number] of [
    ['PW-1', 3],
    ['nobody', 1],
    ['\0', 1],
  ] as const) {
    expect(await availability.findConnectorForStart(id, number)).toBeUndefined();
  }
});

test('at a station out of use nothing can be started, and its page shows nothing online', async () => {
  const inUse = (value: boolean) =>
    database.$client.query("update stations set operational = $1 where id = 'powai'", [value]);
  // The list is loaded while it is in use.
  await powaiInList();
  await availability.noteConnected('PW-1');
  await report('PW-1', 1, 'Available');
  await inUse(false);
  expect(await availability.findConnectorForStart('PW-1', 1)).toMatchObject({ isOnline: false });
  expect(await discovery.getStationWithChargePoints('powai')).toMatchObject({
    station: { online_charger: 0, connectors_free: 0 },
    chargePoints: [{ isOnline: false }, { isOnline: false }],
  });
  await inUse(true);
  expect(await availability.findConnectorForStart('PW-1', 1)).toMatchObject({ isOnline: true });
});

test('places of sessions are described in their order; a removed one keeps the name of its station', async () => {
  const lost = { stationId: 'powai', chargePointId: 'PW-1', connector: 3 };
  const moved = { stationId: 'pune', chargePointId: 'PW-1', connector: 2 };
  const described = await network.describeConnectors([lost, moved, { ...moved, stationId: 'powai' }]);
  expect(described).toMatchObject([
    { stationName: 'Bijli Hub Powai', connector: 3, connectorType: undefined, ratedW: undefined },
    { stationId: 'pune', connectorType: 'Type 2' },
    { stationName: 'Bijli Hub Powai', country: 'India', connector: 2, connectorType: 'Type 2', ratedW: 22e3 },
  ]);
  expect(described[1]?.stationName).not.toBe('Bijli Hub Powai');
  expect(await network.describeConnectors([])).toEqual([]);
});

test('a search finds every word in name, network, place or pincode, from four characters on [API-26, SEARCH-6]', async () => {
  const { get } = await phone();
  const found = async (text: string) => idsOf(await get(`/search-station?search=${encodeURIComponent(text)}`));
  expect(await found('powai')).toEqual(['powai']);
  expect(await found('NEELVOLT')).toEqual(['pune']);
  expect(await found('4110')).toEqual(['pune']);
  expect(await found('  hub   bijli ')).toEqual(['delhi', 'powai']);
  expect(await found('hub maharashtra')).toEqual(['powai']);
  expect(await found('100%_')).toEqual(['pune']);
  expect(await found('____')).toEqual([]);
  expect(await get('/search-station?search=%20pun%20')).toMatchObject({ success: false, code: 'search_too_short' });
});

test('a station can be bookmarked and removed, each twice, by its own driver only [API-15, API-22, GATE-6]', async () => {
  const [driver, other] = [await phone(), await phone()];
  const save = (status: boolean, property_id: string) => driver.post('/save-bookmark', { status, property_id });
  expect(await save(true, 'pune')).toEqual({ success: true, message: 'Station saved.' });
  clock.advance(1000);
  await save(true, 'ocm-9');
  await save(true, 'pune');
  expect((await driver.get('/user-saved-bookmark')).properties).toMatchObject([
    { id: 'ocm-9', property_name: 'Closed Powai', status: 0 },
    { id: 'pune', visibility: 'captive', status: 0 },
  ]);
  expect((await driver.get('/get-charger?property_id=pune')).bookmark).toBe(true);
  expect((await other.get('/user-saved-bookmark')).properties).toEqual([]);
  expect(await save(false, 'pune')).toMatchObject({ success: true });
  expect(await save(false, 'pune')).toMatchObject({ success: true });
  expect((await driver.get('/user-saved-bookmark')).properties).toMatchObject([{ id: 'ocm-9' }]);
  expect(await save(true, 'nowhere')).toMatchObject({ success: false, code: 'station_unknown' });
});

test('a charger is found by its number as a driver reads it on the sticker', async () => {
  const { get, call } = await phone();
  const found = (number: string) => get(`/charger-station?charger=${encodeURIComponent(number)}`);
  const pw1 = { success: true, property_id: 'powai', charger_id: 'PW-1' };
  for (const number of ['PW-1', 'pw-1', ' Pw 1', 'PW1']) expect(await found(number), number).toEqual(pw1);
  for (const number of ['PW-9', '', '--']) {
    const response = await call(`/charger-station?charger=${encodeURIComponent(number)}`);
    expect([response.status, await response.json()], number).toEqual([
      404,
      expect.objectContaining({ code: 'charger_not_found' }),
    ]);
  }
});

test('anybody can read the names and middle points of the network’s localities', async () => {
  const answer = await fetch(`${url}/api-v1/localities`);
  expect((await answer.json()).localities).toEqual([
    ['Powai', 19.1, 72.9],
    ['Saket', 28.52, 77.21],
  ]);
});

test('the lowest price follows the hours of each day without any other change [STATION-11]', async () => {
  const priceNow = async () => (await powaiInList())?.price_from;
  expect(await priceNow()).toBe(12.5);
  clock.advance(4 * 3_600_000);
  expect(await priceNow()).toBe(14);
  clock.advance(20 * 3_600_000);
  expect(await priceNow()).toBe(12.5);
});

test('a rating is shown once there is one, and disappears with the last review [MAP-14]', async () => {
  const rateOf = async () => (await powaiInList())?.rate;
  await discovery.changeAverageRating('powai', 4.25);
  expect(await rateOf()).toBe(4.25);
  await discovery.changeAverageRating('powai', undefined);
  expect(await rateOf()).toBeUndefined();
});

test('a station with a free charge point and a rating has status 1 and its rate, also among bookmarks and search results [ENTITY-2]', async () => {
  const { get, post } = await phone();
  await post('/save-bookmark', { status: true, property_id: 'powai' });
  await availability.noteConnected('PW-1');
  await report('PW-1', 1, 'Available');
  await settle();
  await discovery.changeAverageRating('powai', 4.25);
  const facts = { id: 'powai', property_id: 'powai', address: 'Bijli Hub Powai, India', visibility: 'public' };
  const expected = { ...facts, status: 1, active_charger: 1, rate: 4.25, latitude: 19.1, longitude: 72.9 };
  for (const list of ['/charging-station', '/user-saved-bookmark', '/search-station?search=hub%20powai']) {
    const { properties } = await get(list);
    expect(
      properties.find(({ id }: Station) => id === 'powai'),
      list,
    ).toMatchObject(expected);
  }
  await discovery.changeAverageRating('powai', undefined);
  await availability.noteDisconnected('PW-1');
  await settle();
});

test('a charge point that is registered on the command line sells as soon as it connects and is in the list; in a State without a supplier none is registered [STATION-12, TAX-23]', async () => {
  const { get } = await phone();
  expect(await network.findCredentials('NG-9')).toBeUndefined();
  expect(await network.findCredentials('PN-1')).toBeUndefined();
  await registerChargePoint(database, clock.now(), {
    stationId: 'nagpur',
    chargePointId: 'NG-9',
    name: 'New',
    secret: 'a-long-enough-secret',
    pricePaisePerKwh: 1850,
    connectors: [
      {
        type: 'CCS2',
        ratedW: 12e4,
      },
    ],
  });
  expect(await network.findCredentials('NG-9')).toMatchObject({ passwordHash: hashOf('a-long-enough-secret') });
  clock.advance(2000);
  expect(await get('/search-station?search=nagpur')).toMatchObject({
    properties: [{ connectors_total: 2, power_max: 120, price_from: 18.5, active_charger: 0 }],
  });
  await availability.noteConnected('NG-9');
  await report('NG-9', 1, 'Available');
  expect(await nextAnnouncement()).toMatchObject([{ property_id: 'nagpur', active_charger: 1 }]);

  const again = {
    stationId: 'nagpur',
    chargePointId: 'NG-9',
    name: 'X',
    secret: 'another-long-secret',
    connectors: [{ type: 'CCS2', ratedW: 1 }],
  };
  await expect(registerChargePoint(database, clock.now(), again)).rejects.toMatchObject({ code: 'charger_registered' });
  await expect(registerChargePoint(database, clock.now(), { ...again, stationId: 'delhi' })).rejects.toMatchObject({
    code: 'charger_elsewhere',
    facts: { stationId: 'nagpur' },
  });
  await expect(registerChargePoint(database, clock.now(), { ...again, stationId: 'nowhere' })).rejects.toMatchObject({
    code: 'station_not_there',
  });
  await expect(registerChargePoint(database, clock.now(), { ...again, chargePointId: 'a b' })).rejects.toMatchObject({
    code: 'charger_id_invalid',
  });
  await expect(
    registerChargePoint(database, clock.now(), { ...again, stationId: 'goa', chargePointId: 'GA-9' }),
  ).rejects.toMatchObject({ code: 'supplier_missing', facts: { stationId: 'goa', state: 'Goa' } });
  await expect(registerChargePoint(database, clock.now(), { ...again, connectors: [] })).rejects.toMatchObject({
    code: 'connectors_missing',
  });
});

test('a change that arrives while the list is reloaded is still sent to open pages, once [MAP-12]', async () => {
  await availability.noteConnected('GA-1');
  await report('GA-1', 1, 'Available');
  await settle();
  await importStations(database, clock.now(), [goa('2 Beach Road')]);
  clock.advance(2000);
  announced.length = 0;
  await report('GA-1', 1, 'Charging');
  const { properties } = await (await phone()).get('/charging-station');
  expect(properties.find(({ id }: Station) => id === 'goa')).toMatchObject({ address: '2 Beach Road' });
  await settle();
  expect(announced.flat()).toEqual([
    { property_id: 'goa', active_charger: 0, status: 0, online_charger: 1, connectors_free: 0, plugs_free: [] },
  ]);
});
