import { expect, test } from 'vitest';
import { importStations } from '#modules/network/index.ts';
import { STATION, testApp } from '#testing/app.ts';
import { staffOf } from '#testing/staff.ts';

const stack = await testApp();
const OTHER = { ...STATION, id: 'other-station', name: 'Other Station', chargers: [] };
await importStations(stack.app.database, new Date(), { meta: { demo: true }, stations: [OTHER] });
const owner = await staffOf(stack, 'owner');
const bound = await staffOf(stack, 'operations', { stationIds: [OTHER.id] });

test('complaints are visible to staff of their stations, in pages [STAFF-11]', async () => {
  const driver = await stack.driver('9200000802', 0);
  await driver.ask('fileComplaint', { body: { property_id: STATION.id, kind: 'damaged', comment: 'Broken handle' } });
  const { complaints } = await owner.ask('listComplaints', {});
  expect(complaints).toMatchObject([{ station_id: STATION.id, kind: 'damaged', comment: 'Broken handle' }]);
  expect((await bound.ask('listComplaints', {})).complaints).toEqual([]);
  expect((await bound.ask('listComplaints', { query: { station_id: STATION.id } })).complaints).toEqual([]);
  await driver.ask('fileComplaint', { body: { property_id: STATION.id, kind: 'blocked', comment: '' } });
  const newest = await owner.ask('listComplaints', { query: { limit: '1' } });
  expect(newest.complaints).toMatchObject([{ kind: 'blocked' }]);
  const older = await owner.ask('listComplaints', { query: { limit: '1', cursor: newest.next } });
  expect(older).toEqual({ success: true, complaints });
});
