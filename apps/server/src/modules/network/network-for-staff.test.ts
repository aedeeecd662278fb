import { expect, test } from 'vitest';
import { importStations } from '#modules/network/index.ts';
import { STATION, testApp } from '#testing/app.ts';
import { eventually } from '#testing/eventually.ts';
import { staffOf } from '#testing/staff.ts';

const stack = await testApp();
const { database } = stack.app;
const OTHER = { ...STATION, id: 'other-station', name: 'Other Station', chargers: [] };
await importStations(database, new Date(), { meta: { demo: true }, stations: [OTHER] });
const owner = await staffOf(stack, 'owner');
const bound = await staffOf(stack, 'operations', { stationIds: [OTHER.id] });
const lineOf = async (action: string) => (await owner.ask('listAudit', { query: { action, limit: '1' } })).audit[0];

test('stations and charge points are found by id, in pages, and only those that the caller may see [STAFF-11]', async () => {
  const first = await owner.ask('listStations', { query: { limit: '1' } });
  expect(first).toMatchObject({ stations: [{ id: OTHER.id, is_in_use: true, chargers: 0 }], next: OTHER.id });
  const second = await owner.ask('listStations', { query: { limit: '1', after: first.next } });
  expect(second.stations).toMatchObject([{ id: STATION.id, chargers: 2 }]);
  expect((await bound.ask('listStations', {})).stations.map(({ id }) => id)).toEqual([OTHER.id]);
  const { chargers } = await owner.ask('listChargers', { query: { station_id: STATION.id } });
  expect(chargers).toMatchObject([
    { id: 'FAST-1', connectors: ['CCS2 240 kW', 'CCS2 240 kW'], is_registered: true },
    { id: 'SLOW-1', connectors: ['Type 2 7.4 kW'], heard_at: null },
  ]);
  expect((await owner.ask('listChargers', { query: { limit: '1', after: 'FAST-1' } })).chargers).toMatchObject([
    { id: 'SLOW-1' },
  ]);
  expect((await bound.ask('listChargers', { query: { station_id: STATION.id } })).chargers).toEqual([]);
});

test('a station that is taken out of use is in no list of drivers, and is listed again afterwards [STAFF-13]', async () => {
  const driver = await stack.driver('9200000801', 0);
  const isListed = async () => {
    const { properties } = await driver.ask('chargingStation', {});
    return JSON.stringify(properties).includes(STATION.id);
  };
  expect(await isListed()).toBe(true);
  const set = (is_in_use: boolean) =>
    owner.ask('setStationInUse', { params: { station_id: STATION.id }, body: { is_in_use, reason: 'cable stolen' } });
  await set(false);
  await eventually(async () => expect(await isListed()).toBe(false));
  expect((await owner.ask('listStations', { query: { is_in_use: 'false' } })).stations).toMatchObject([
    { id: STATION.id },
  ]);
  expect(await lineOf('station.in-use')).toMatchObject({
    object: `station ${STATION.id}`,
    reason: 'cable stolen',
    before: { is_in_use: true },
    after: { is_in_use: false },
  });
  await set(true);
  await eventually(async () => expect(await isListed()).toBe(true));
  expect(
    await owner.call('setStationInUse', { params: { station_id: 'nowhere' }, body: { is_in_use: true } }),
  ).toMatchObject({ code: 'station_unknown' });
});

test('a new price replaces all earlier ones of its current, and the audit has both [STAFF-13]', async () => {
  const params = { station_id: STATION.id };
  await owner.ask('setStationPrice', { params, body: { current: 'DC', price_per_kwh: 18.5 } });
  const { bands } = await owner.ask('stationTariff', { params });
  const newest = bands
    .filter(({ current }) => current === 'DC')
    .toSorted((a, b) => (a.valid_from < b.valid_from ? 1 : -1));
  expect(newest[0]).toMatchObject({ from: '00:00', to: '24:00', price_per_kwh: 18.5 });
  expect(await lineOf('tariff.change')).toMatchObject({
    before: { current: 'DC', paise_per_kwh: 1500 },
    after: { current: 'DC', paise_per_kwh: 1850 },
  });
  expect(await owner.call('setStationPrice', { params, body: { current: 'DC', price_per_kwh: 18.555 } })).toMatchObject(
    { code: 'bad_request' },
  );
});
