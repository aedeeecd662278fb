import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '#kernel/durations.ts';
import { eventually } from '#testing/eventually.ts';
import { sessionsFixture, PLACE, type Begun } from '#testing/sessions-fixture.ts';
import { beforeNext } from '#testing/statements.ts';
import { SESSION_RULES, type Sessions } from '../index.ts';

const fixture = await sessionsFixture();
const { clock, database, askedToStop, says, link } = fixture;
afterAll(() => fixture.close());

let mobile = 9_470_000_000;
let driverId = 0;
let server: Sessions;

beforeEach(async () => {
  server = fixture.server();
  await link(server, 'back');
  await fixture.reports(server, says('Available'));
  driverId = await fixture.driver(String(mobile++), 50_000);
  askedToStop.length = 0;
  return () => server.close();
});

/** A session that has flowed for half a minute. */
async function flowing() {
  const running = await fixture.begun(server, driverId);
  for (const registerWh of [1200, 1400]) {
    clock.advance(15 * SECOND_MS);
    await fixture.metered(server, running, registerWh);
  }
  return running;
}

test('a session that is looked up twice at once is recovered once', async () => {
  // The log sums up what was said in the last minute; no other timer is to be left.
  clock.advance(MINUTE_MS);
  const running = await flowing();
  await server.close();
  const after = fixture.server();
  await Promise.all([after.resume(), after.resume(), after.resume()]);
  const taken = after.findLive(driverId, running.bookingId);
  expect(taken).toMatchObject({ session: { state: 'charging' } });
  await Promise.all([after.resume(), after.resume()]);
  expect(after.findLive(driverId, running.bookingId)).toBe(taken);
  await fixture.stopped(after, running, 2000);
  await after.close();
  clock.advance(5 * SECOND_MS);
  expect(clock.nextDueInMs).toBeUndefined();
});

test('a server that closes leaves no timer, also just after a sample', async () => {
  clock.advance(MINUTE_MS);
  const running = await flowing();
  // Slower, so that the end is far and samples of the same second are planned for together.
  for (const registerWh of [1440, 1480, 1520]) {
    clock.advance(15 * SECOND_MS);
    await fixture.metered(server, running, registerWh);
  }
  clock.advance(SECOND_MS / 2);
  await fixture.metered(server, running, 1521);
  const { plan } = server.findLive(driverId, running.bookingId) ?? expect.unreachable();
  expect(plan.pause).toMatchObject({ hasNewSample: true });
  await server.close();
  expect(clock.nextDueInMs).toBeUndefined();
  const after = fixture.server();
  await after.resume();
  await fixture.stopped(after, running, 2000);
  await after.close();
});

test('a session whose recovery was not confirmed has its stop planned all the same', async () => {
  const running = await flowing();
  await server.close();
  const after = fixture.server();
  clock.advance(MINUTE_MS);
  const { transaction } = database;
  const lost = vi.spyOn(database, 'transaction').mockImplementationOnce(async (...of) => {
    await transaction.apply(database, of);
    throw new Error('the answer to the commit was lost');
  });
  await after.checkSessions();
  lost.mockRestore();
  expect(after.findLive(driverId, running.bookingId)?.plan.timer).toBeDefined();
  await fixture.stopped(after, running, 2000);
  await after.close();
});

test('a session whose begin was committed without confirmation is recovered by the repeated start, and its stop is planned', async () => {
  const { start } = await fixture.asked(server, driverId, PLACE);
  const { transaction } = database;
  const unheard = vi.spyOn(database, 'transaction').mockImplementation(async (...of) => {
    const done = await transaction.apply(database, of);
    const begun = 'select from charging_sessions where transaction_id is not null and ended_at is null';
    if ((await database.$client.query(begun)).rowCount === 0) return done;
    unheard.mockRestore();
    throw new Error('the answer to the commit was lost');
  });
  await expect(server.started(start)).rejects.toThrow('the answer to the commit was lost');
  const { transactionId, status } = await server.started(start);
  expect(status).toBe('Accepted');
  clock.advance(90 * SECOND_MS);
  const running = { driverId, bookingId: '', transactionId };
  await fixture.metered(server, running, 5998);
  await eventually(() => expect(askedToStop).toEqual([transactionId]));
  await fixture.stopped(server, running, 6000);
});

test('a session that ends while it is recovered is removed', async () => {
  for (let round = 0; round < 5; round += 1) {
    const running = await fixture.begun(server, driverId);
    const after = fixture.server();
    await Promise.all([after.resume(), fixture.stopped(after, running, 2000)]);
    expect(after.findLive(driverId, running.bookingId)).toBeUndefined();
    await after.close();
    await server.close();
    server = fixture.server();
  }
});

test('a stop that is pressed right after a restart of the server finds its session', async () => {
  const running = await fixture.begun(server, driverId);
  const after = fixture.server();
  await after.stop(driverId, running.bookingId);
  expect(askedToStop).toEqual([running.transactionId]);
  await fixture.stopped(after, running, 2000);
  await after.close();
});

test('a reading that arrives while its session is recovered is counted, also for the end of the session', async () => {
  const running = await fixture.begun(server, driverId);
  clock.advance(MINUTE_MS);
  await fixture.metered(server, running, 1400);
  const after = fixture.server();
  clock.advance(MINUTE_MS);
  // It waits for the row that is being read.
  beforeNext(database, /"charging_sessions"."transaction_id" = \$1 for update/, () => after.resume());
  await fixture.metered(after, running, 1900);
  const taken = after.findLive(driverId, running.bookingId);
  expect(taken?.meter.delivered).toMatchObject({ energyWh: 900 });
  expect(taken?.readings.recent?.kept.map(({ energyWh }) => energyWh)).toEqual([0, 400, 900]);
  await fixture.stopped(after, running, 2000);
  await after.close();
});

test('a session whose row is locked does not keep others from being checked', async () => {
  await fixture.reports(server, { ...says('Available'), connector: 2 });
  const stuck = await fixture.begun(server, driverId);
  const otherId = await fixture.driver(String(mobile++), 50_000);
  const { bookingId, start } = await fixture.asked(server, otherId, { ...PLACE, connector: 2 });
  const { transactionId } = await server.started(start);
  const client = await database.$client.connect();
  await client.query('begin');
  await client.query('select 1 from charging_sessions where booking_id = $1 for update', [stuck.bookingId]);
  clock.advance(SESSION_RULES.noSampleMs);
  const looked = server.checkSessions();
  await eventually(async () =>
    expect(await server.findOfDriver(otherId, bookingId)).toMatchObject({ state: 'completed', isProvisional: true }),
  );
  expect(await server.findOfDriver(driverId, stuck.bookingId)).toMatchObject({ state: 'charging' });
  await client.query('rollback');
  client.release();
  await looked;
  await server.checkSessions();
  expect(await server.findOfDriver(driverId, stuck.bookingId)).toMatchObject({ state: 'completed' });
  await fixture.stopped(server, stuck, 1000);
  await fixture.stopped(server, { ...stuck, bookingId, transactionId }, 1000);
});

test('sessions whose rows stay locked delay another by a second or so, although few are checked at once', async () => {
  const client = await database.$client.connect();
  const stuck = await stuckSessions(await fixture.begun(server, driverId));
  clock.advance(MINUTE_MS);
  await server.checkSessions();
  const otherId = await fixture.driver(String(mobile++), 50_000);
  const running = await fixture.begun(server, otherId);
  await client.query('begin');
  await client.query('select 1 from charging_sessions where booking_id = any($1) for update', [stuck]);
  clock.advance(SESSION_RULES.noSampleMs);
  const looked = server.checkSessions();
  await vi.waitFor(
    async () => expect(await server.findOfDriver(otherId, running.bookingId)).toMatchObject({ state: 'completed' }),
    { timeout: 5 * SECOND_MS, interval: 50 },
  );
  await client.query('delete from charging_sessions where booking_id = any($1)', [stuck]);
  await client.query('commit');
  client.release();
  await looked;
});

/** Four sessions besides one, which ends. */
async function stuckSessions(like: Begun): Promise<string[]> {
  const { rows } = await database.$client.query<{ booking_id: string }>(
    `insert into charging_sessions
     select copy.* from charging_sessions as one, generate_series(11, 14) as n, jsonb_populate_record(one, jsonb_build_object(
       'booking_id', 'B-STUCK-' || n, 'id_tag', 'STUCK-' || n, 'connector', n, 'transaction_id', 900 + n)) as copy
     where one.booking_id = $1 returning booking_id`,
    [like.bookingId],
  );
  await fixture.stopped(server, like, 1000);
  return rows.map(({ booking_id }) => booking_id);
}

test('a rejected transaction is still asked to stop after another charge point has reported its stop', async () => {
  const rejected = { ...PLACE, idTag: 'NOBODYS', meterStartWh: 1000, at: clock.now(), receivedAt: clock.now() };
  const { transactionId, status } = await server.started(rejected);
  expect(status).toBe('Invalid');
  const goesOn = (registerWh: number) =>
    fixture.metered(server, { driverId, bookingId: '', transactionId }, registerWh);
  clock.advance(15 * SECOND_MS);
  await goesOn(1500);
  await eventually(() => expect(askedToStop).toContain(transactionId));
  await server.stopped({
    chargePointId: 'SLOW-1',
    transactionId,
    meterStopWh: 1500,
    reason: 'Local',
    readings: [],
    at: clock.now(),
    receivedAt: clock.now(),
  });
  askedToStop.length = 0;
  clock.advance(15 * SECOND_MS);
  await server.checkSessions();
  expect(askedToStop).toEqual([transactionId]);
});

test('hours without a link do not count as hours without energy', async () => {
  const running = await fixture.begun(server, driverId);
  clock.advance(MINUTE_MS);
  await fixture.metered(server, running, 1200);
  await link(server, 'lost');
  clock.advance(SESSION_RULES.noProgressMs + MINUTE_MS);
  await link(server, 'back');
  // It keeps no samples while it is away, and the next is due in a minute.
  await fixture.reports(server, says('SuspendedEV'));
  clock.advance(MINUTE_MS);
  await server.checkSessions();
  clock.advance(SESSION_RULES.noProgressMs - 3 * MINUTE_MS);
  await server.checkSessions();
  // These wait for the row, should a stop be written down.
  await fixture.reports(server, says('Charging'));
  await fixture.reports(server, says('SuspendedEV'));
  expect(await server.findOfDriver(driverId, running.bookingId)).toMatchObject({ state: 'suspended', stopCause: null });
  clock.advance(2 * MINUTE_MS);
  await server.checkSessions();
  await eventually(() => expect(askedToStop).toContain(running.transactionId));
  await fixture.stopped(server, running, 1200);
});

test('a session that continued after one boot and was lost in the next ends within minutes', async () => {
  const running = await fixture.begun(server, driverId);
  clock.advance(MINUTE_MS);
  await server.booted(PLACE);
  await fixture.metered(server, running, 1200);
  clock.advance(MINUTE_MS);
  await fixture.metered(server, running, 1400);
  clock.advance(MINUTE_MS);
  await server.booted(PLACE);
  await fixture.reports(server, says('Preparing'));
  await server.checkSessions();
  clock.advance(SESSION_RULES.endHintMs);
  await server.checkSessions();
  expect(await server.findOfDriver(driverId, running.bookingId)).toMatchObject({
    state: 'completed',
    isProvisional: true,
  });
});
