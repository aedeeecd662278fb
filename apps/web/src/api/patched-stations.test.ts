import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Station, StationAvailability } from '@bijli/contract/stations';
import { patchAnswersInFlight, patchStations } from './patched-stations.ts';

const station = (property_id: string): Station => ({
  id: property_id,
  property_id,
  property_name: 'Ather Space',
  address: '',
  latitude: 12,
  longitude: 77,
  visibility: 'public',
  active_charger: 1,
  status: 1,
});

test('a change of availability reaches every list of stations on the page, and no other station [MAP-12]', () => {
  const queries = new QueryClient();
  const inView = ['chargingStation', { query: { window: '1,2,3,4' } }];
  const everywhere = ['chargingStation', {}];
  const saved = ['savedBookmarks', {}];
  queries.setQueryData(inView, { success: true, properties: [station('a'), station('b')] });
  queries.setQueryData(everywhere, { success: true, properties: [station('a')] });
  const untouched = { success: true, properties: [station('b')] };
  queries.setQueryData(saved, untouched);

  patchStations(queries, [{ property_id: 'a', active_charger: 0, status: 0, online_charger: 1, connectors_free: 0 }]);

  const gone = { property_id: 'a', active_charger: 0, status: 0, online_charger: 1, connectors_free: 0 };
  expect(queries.getQueryData(inView)).toMatchObject({ properties: [gone, station('b')] });
  expect(queries.getQueryData(everywhere)).toMatchObject({ properties: [gone] });
  expect(queries.getQueryData(saved)).toBe(untouched);
});

test('a patched list keeps its age, so that it is loaded again in time', () => {
  const queries = new QueryClient();
  const key = ['chargingStation', {}];
  queries.setQueryData(key, { success: true, properties: [station('a'), station('b')] }, { updatedAt: 1000 });
  patchStations(queries, [{ property_id: 'a', active_charger: 0, status: 0, online_charger: 1, connectors_free: 0 }]);
  expect(queries.getQueryState(key)?.dataUpdatedAt).toBe(1000);
});

test('a change that arrives while an older answer is loading is not undone by it', async () => {
  const queries = new QueryClient();
  const key = ['chargingStation', {}];
  const before = { success: true, properties: [station('a'), station('b')] };
  const change: StationAvailability = {
    property_id: 'a',
    active_charger: 0,
    status: 0,
    online_charger: 1,
    connectors_free: 0,
  };
  const { promise, resolve } = Promise.withResolvers<typeof before>();
  const answered = queries.fetchQuery({ queryKey: key, queryFn: () => promise });
  const onTheirWay = patchAnswersInFlight(queries);
  onTheirWay.note([change]);
  patchStations(queries, [change]);
  resolve(before);
  await answered;
  expect(queries.getQueryData(key)).toMatchObject({ properties: [change, station('b')] });
  // This request begins after the change, so its answer includes it.
  await queries.fetchQuery({ queryKey: key, queryFn: async () => before });
  expect(queries.getQueryData(key)).toEqual(before);
  onTheirWay.stop();
});

test('the chargers of a station whose availability changed are loaded again [STATION-12]', () => {
  const queries = new QueryClient();
  const changed = ['getCharger', { query: { property_id: 'a' } }];
  const other = ['getCharger', { query: { property_id: 'b' } }];
  queries.setQueryData(changed, {});
  queries.setQueryData(other, {});
  patchStations(queries, [{ property_id: 'a', active_charger: 1, status: 1, online_charger: 1, connectors_free: 2 }]);
  expect(queries.getQueryState(changed)?.isInvalidated).toBe(true);
  expect(queries.getQueryState(other)?.isInvalidated).toBe(false);
});
