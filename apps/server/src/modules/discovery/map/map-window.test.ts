import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { StationCluster } from '@bijli/contract/stations';
import { TestClock } from '#kernel/clock.ts';
import { isRefusal } from '#kernel/refusal.ts';
import { registerChargePoint } from '#modules/network/index.ts';
import { testDatabase } from '#testing/database.ts';
import { networkOf } from '#testing/network-fixture.ts';
import type { StationQueryFilter } from '../index.ts';

const clock = new TestClock('2026-11-20T07:00:00Z');
const ALL: StationQueryFilter = { choices: {}, vehicles: [], carTypes: [] };
const INDIA = '66,5,99,38';

/** A network of that many stations on a lattice over India; every tenth has a Type 2 connector, the others CCS2. */
async function network(count: number) {
  const database = await testDatabase();
  await database.execute(sql`
    insert into stations (id, name, address, city, state, latitude, longitude, access, import_hash, imported_at)
    select 'many-' || i, 'Station ' || i, 'A road', 'A city', 'Karnataka',
      8 + (i % 100) * 0.25, 70 + (i / 100) * 0.25, 'public', 'x', now()
    from generate_series(0, ${count - 1}::int) i`);
  await database.execute(sql`
    insert into chargers (id, station_id, name, current, capacity_w)
    select id || '-1', id, 'Charger 1', 'DC', 60000 from stations`);
  await database.execute(sql`
    insert into connectors (charger_id, number, type, current, max_w)
    select id || '-1', 1, case when id like '%0' then 'Type 2' else 'CCS2' end, 'DC', 60000 from stations`);
  const { availability, discovery, close } = networkOf(database, clock);
  const draw = async (window: string, zoom?: string, filter = ALL) => {
    const body = await (await discovery.listStations(window, zoom, filter)).as('identity');
    return JSON.parse(body.toString()) as { properties: { id: string }[]; total?: number; clusters?: StationCluster[] };
  };
  return { database, availability, discovery, close, draw };
}

const counted = (clusters: StationCluster[] = []) =>
  clusters.reduce((sum, { free, busy, offline }) => sum + free + busy + offline, 0);

test('a network of 400 stations is shown completely, station by station', async () => {
  const { draw, close } = await network(400);
  const answer = await draw(INDIA, '4');
  expect([answer.properties.length, answer.total, answer.clusters]).toEqual([400, 400, undefined]);
  await close();
});

test('a larger one is shown in clusters that count every station, and with the best of them for cards', async () => {
  const { database, availability, close, draw } = await network(2001);
  const answer = await draw(INDIA, '4');
  expect([answer.total, counted(answer.clusters), answer.properties.length]).toEqual([2001, 2001, 40]);
  expect(answer.clusters?.length).toBeLessThan(60);
  // Closer, clusters are finer; where few are left, they are stations again.
  expect((await draw(INDIA, '6')).clusters?.length).toBeGreaterThan(answer.clusters?.length ?? 0);
  const near = await draw('70,8,70.9,9.9', '10');
  expect([near.properties.length, near.clusters]).toEqual([32, undefined]);

  // A charge point comes online: its station is the first of the cards, and its cluster says so.
  await registerChargePoint(database, clock.now(), {
    stationId: 'many-1234',
    chargePointId: 'LIVE-1',
    name: 'Live',
    connectors: [{ type: 'CCS2', ratedW: 60_000 }],
    secret: 'secret',
    pricePaisePerKwh: 2000,
  });
  await availability.noteConnected('LIVE-1');
  await availability.saveStatus({
    chargePointId: 'LIVE-1',
    connector: 1,
    status: 'Available',
    errorCode: 'NoError',
    at: clock.now(),
  });
  clock.advance(3_000);
  await close();
  const live = await draw(INDIA, '4');
  expect(live.properties[0]?.id).toBe('many-1234');
  expect(live.clusters?.reduce((sum, { free }) => sum + free, 0)).toBe(1);
});

test('a filter narrows clusters too, and the same window without a zoom lists every station', async () => {
  const { draw, close } = await network(6000);
  const filter = { ...ALL, choices: { connectors: ['Type 2'] } };
  const narrowed = await draw(INDIA, '4', filter);
  expect([narrowed.total, counted(narrowed.clusters), narrowed.properties.length]).toEqual([600, 600, 40]);
  const listed = await draw(INDIA, undefined, filter);
  expect([listed.properties.length, listed.total]).toEqual([600, undefined]);
  await close();
});

test('clusters count only stations for everybody, unless the filter asks for others', async () => {
  const { database, close, draw } = await network(2001);
  await database.execute(sql`update stations set access = 'captive' where id like '%5'`);
  const counts = async (...access: string[]) => {
    const filter = { ...ALL, choices: access.length > 0 ? { access } : {} };
    const { clusters, properties, total } = await draw(INDIA, '4', filter);
    return [clusters ? counted(clusters) : properties.length, total];
  };
  expect(await counts()).toEqual([1801, 1801]);
  expect(await counts('public')).toEqual([1801, 1801]);
  expect(await counts('public', 'captive')).toEqual([1801, 1801]);
  expect(await counts('captive')).toEqual([200, 200]);
  await close();
});

test('where all stations are captive, clusters count them, with a filter or without', async () => {
  const { database, close, draw } = await network(2001);
  await database.execute(sql`update stations set access = 'captive'`);
  const all = await draw(INDIA, '4');
  expect([all.total, counted(all.clusters)]).toEqual([2001, 2001]);
  const fleet = await draw(INDIA, '4', { ...ALL, choices: { connectors: ['CCS2'] } });
  expect([fleet.total, counted(fleet.clusters)]).toEqual([1800, 1800]);
  await close();
});

test('answers for windows are cached for other drivers, up to a limit of memory', async () => {
  const { discovery, close } = await network(2000);
  const kept = await discovery.listStations(INDIA, '4', ALL);
  expect(await discovery.listStations(INDIA, '4', ALL)).toBe(kept);
  const enough = Math.ceil((32 * 2 ** 20) / kept.bytes);
  for (let more = 1; more <= enough; more += 1) await discovery.listStations(`66,5,99,${38 + more / 1e3}`, '4', ALL);
  expect(await discovery.listStations(INDIA, '4', ALL)).not.toBe(kept);
  await close();
});

test.each(['x', '-1', '23', '4.5', ''])('"%s" is not a zoom', async (zoom) => {
  const { draw, close } = await network(1);
  await expect(draw(INDIA, zoom)).rejects.toSatisfy((error) => isRefusal(error) && error.code === 'window_invalid');
  await close();
});
