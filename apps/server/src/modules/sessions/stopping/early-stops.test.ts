import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { MIGRATIONS_FOLDER } from '#db/migrations/migration-steps.ts';
import { MINUTE_MS, SECOND_MS } from '#kernel/durations.ts';
import { PLACE, sessionsFixture } from '#testing/sessions-fixture.ts';
import { listSamples } from '../sessions.store.ts';
import { quarantinedReports } from '../sessions.tables.ts';

const fixture = await sessionsFixture();
const { clock, database } = fixture;
const server = fixture.server();
afterAll(() => fixture.close());
beforeEach(async () => void (await database.delete(quarantinedReports)));

/** A driver's start at register 1000 Wh whose stop, ten minutes later, is reported first: with 30 readings. */
async function stoppedFirst(mobile: string, meterStopWh: number | undefined) {
  const driverId = await fixture.driver(mobile, 50_000);
  await fixture.link(server, 'back');
  await fixture.reports(server, fixture.says('Available'));
  const { bookingId, start } = await fixture.asked(server, driverId);
  const readings = Array.from({ length: 30 }, (_, index) => ({
    at: new Date(start.at.getTime() + (index + 1) * 20 * SECOND_MS),
    context: 'Sample.Periodic',
    registerWh: 1000 + (index + 1) * 50,
    soc: 20 + index,
  }));
  clock.advance(10 * MINUTE_MS);
  const { idTag } = start;
  const stop = { chargePointId: PLACE.chargePointId, transactionId: -1, idTag, meterStopWh, reason: 'Local', readings };
  await server.stopped({ ...stop, at: clock.now(), receivedAt: clock.now() });
  const report = { ...start, receivedAt: clock.now(), linkedAt: clock.now() };
  return { readings, report, session: () => server.findOfDriver(driverId, bookingId) };
}

test('a stop that came before its start ends the session with all its readings, of which staff saw the first', async () => {
  const { readings, report, session } = await stoppedFirst('9300000001', 2500);
  const [kept] = await database.select().from(quarantinedReports);
  expect(JSON.parse(kept?.report ?? '')).toMatchObject({ readings: { length: 20 }, readingsInAll: 30 });
  const { transactionId } = await server.started(report);
  expect(await session()).toMatchObject({ state: 'completed', energyWh: 1500, endReason: 'Local' });
  const samples = await listSamples(database, transactionId);
  expect(samples.filter(({ context }) => context === 'Sample.Periodic')).toMatchObject(
    readings.map(({ at, registerWh, soc }) => ({ sampledAt: at, registerWh, soc })),
  );
  expect(await database.select().from(quarantinedReports)).toEqual([]);
});

test.each([
  ['a stop without its register', '9300000002', undefined, {}],
  [
    'a stop that another release stored in a form that this one does not know',
    '9300000003',
    2500,
    { readings: 'none' },
  ],
])('%s stays in quarantine, and its session goes on', async (_, mobile, meterStopWh, change) => {
  const { report, session } = await stoppedFirst(mobile, meterStopWh);
  const [kept] = await database.select().from(quarantinedReports);
  const earlyStop = JSON.stringify({ ...(JSON.parse(kept?.earlyStop ?? '') as object), ...change });
  await database.update(quarantinedReports).set({ earlyStop });
  const { transactionId } = await server.started(report);
  expect(await session()).toMatchObject({ state: 'charging', transactionId });
  expect(await database.select().from(quarantinedReports)).toHaveLength(1);
  await fixture.stopped(server, { driverId: 0, bookingId: '', transactionId }, 1000);
});

test('a stop that a node of the release before stored after the migration ends its session by its register', async () => {
  const { report, session } = await stoppedFirst('9300000004', 2600);
  const [kept] = await database.select().from(quarantinedReports);
  const { readings, ...stop } = JSON.parse(kept?.earlyStop ?? '') as { readings: unknown[] };
  const whole = JSON.stringify({ ...stop, readings: readings.slice(0, 20) });
  await database.update(quarantinedReports).set({ report: whole, earlyStop: null });
  await server.started(report);
  expect(await session()).toMatchObject({ state: 'completed', energyWh: 1600, endReason: 'Local' });
  expect(await database.select().from(quarantinedReports)).toEqual([]);
});

test('a stop that such a node has shortened is left to staff, and its session goes on', async () => {
  const { report, session } = await stoppedFirst('9300000005', 2600);
  await database.update(quarantinedReports).set({ earlyStop: null });
  const { transactionId } = await server.started(report);
  expect(await session()).toMatchObject({ state: 'charging', transactionId });
  expect(await database.select().from(quarantinedReports)).toHaveLength(1);
  await fixture.stopped(server, { driverId: 0, bookingId: '', transactionId }, 1000);
});

test('the migration keeps stops of the release before that fitted no session, unless they were shortened', async () => {
  const stop = { chargePointId: 'OLD-1', kind: 'StopTransaction', problem: 'no such transaction' };
  const receivedAt = clock.now();
  await database.insert(quarantinedReports).values([
    { ...stop, report: '{"transactionId":1,"readings":[]}', receivedAt },
    { ...stop, report: '{"transactionId":2,"readings":[],"readingsInAll":21}', receivedAt },
    { ...stop, problem: 'the charge had failed to start', report: '{"transactionId":3}', receivedAt },
    { ...stop, kind: 'MeterValues', report: '{"transactionId":4}', receivedAt },
  ]);
  const migration = readFileSync(join(MIGRATIONS_FOLDER, '0072_early_stops_are_kept_whole.sql'), 'utf8');
  await database.execute(sql.raw(migration.slice(migration.indexOf('UPDATE'))));
  const kept = (await database.select().from(quarantinedReports).orderBy(quarantinedReports.id)).map(
    ({ earlyStop }) => earlyStop,
  );
  expect(kept).toEqual(['{"transactionId":1,"readings":[]}', null, null, null]);
});
