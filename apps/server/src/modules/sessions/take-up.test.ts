import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { chargingStage, PLACE, type Begun } from '#testing/charging-stage.ts';
import { eventually } from '#testing/eventually.ts';
import { beforeNext } from '#testing/statements.ts';
import { SESSION_RULES, type Sessions } from './index.ts';

const stage = await chargingStage();
const { clock, database, askedToStop, says, link } = stage;
afterAll(() => stage.close());

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

let mobile = 9_470_000_000;
let driverId = 0;
let server: Sessions;

beforeEach(async () => {
  server = stage.server();
  await link(server, 'back');
  await stage.reports(server, says('Available'));
  driverId = await stage.driver(String(mobile++), 50_000);
  askedToStop.length = 0;
  return () => server.close();
});

/** A charge that has flowed for half a minute. */
async function flowing() {
  const charge = await stage.begun(server, driverId);
  for (const registerWh of [1200, 1400]) {
    clock.advance(15 * SECOND_MS);
    await stage.metered(server, charge, registerWh);
  }
  return charge;
}

test('a charge that is looked for twice at once is taken up once', async () => {
  // The log sums up what was said in the last minute; no other timer is to be left.
  clock.advance(MINUTE_MS);
  const charge = await flowing();
  await server.close();
  const after = stage.server();
  await Promise.all([after.resume(), after.resume(), after.resume()]);
  const taken = after.liveOf(driverId, charge.bookingId);
  expect(taken).toMatchObject({ session: { state: 'charging' } });
  await Promise.all([after.resume(), after.resume()]);
  expect(after.liveOf(driverId, charge.bookingId)).toBe(taken);
  await stage.stopped(after, charge, 2000);
  await after.close();
  clock.advance(5 * SECOND_MS);
  expect(clock.nextDueInMs).toBeUndefined();
});

test('a charge whose take-up was not heard to end has its stop planned all the same', async () => {
  const charge = await flowing();
  await server.close();
  const after = stage.server();
  clock.advance(MINUTE_MS);
  const { transaction } = database;
  const lost = vi.spyOn(database, 'transaction').mockImplementationOnce(async (...of) => {
    await transaction.apply(database, of);
    throw new Error('the answer to the commit was lost');
  });
  await after.lookOverAll();
  lost.mockRestore();
  expect(after.liveOf(driverId, charge.bookingId)?.stopPlan).toBeDefined();
  await stage.stopped(after, charge, 2000);
  await after.close();
});

test('a charge that ends while it is taken up does not stay', async () => {
  for (let round = 0; round < 5; round += 1) {
    const charge = await stage.begun(server, driverId);
    const after = stage.server();
    await Promise.all([after.resume(), stage.stopped(after, charge, 2000)]);
    expect(after.liveOf(driverId, charge.bookingId)).toBeUndefined();
    await after.close();
    await server.close();
    server = stage.server();
  }
});

test('a stop that is pressed right after the server has restarted finds its charge', async () => {
  const charge = await stage.begun(server, driverId);
  const after = stage.server();
  await after.stop(driverId, charge.bookingId);
  expect(askedToStop).toEqual([charge.transactionId]);
  await stage.stopped(after, charge, 2000);
  await after.close();
});

test('a reading that comes while its charge is taken up is counted, and the end of the charge is reckoned with it', async () => {
  const charge = await stage.begun(server, driverId);
  clock.advance(MINUTE_MS);
  await stage.metered(server, charge, 1400);
  const after = stage.server();
  clock.advance(MINUTE_MS);
  // It waits for the row that is being read.
  beforeNext(database, /"charging_sessions"."transaction_id" = \$1 for update/, () => after.resume());
  await stage.metered(after, charge, 1900);
  const taken = after.liveOf(driverId, charge.bookingId);
  expect(taken?.delivered).toMatchObject({ energyWh: 900 });
  expect(taken?.course?.kept.map(({ energyWh }) => energyWh)).toEqual([0, 400, 900]);
  await stage.stopped(after, charge, 2000);
  await after.close();
});

test('a charge whose row is locked keeps no other from being looked after', async () => {
  await stage.reports(server, { ...says('Available'), connector: 2 });
  const stuck = await stage.begun(server, driverId);
  const otherId = await stage.driver(String(mobile++), 50_000);
  const { bookingId, start } = await stage.asked(server, otherId, { ...PLACE, connector: 2 });
  const { transactionId } = await server.started(start);
  const client = await database.$client.connect();
  await client.query('begin');
  await client.query('select 1 from charging_sessions where booking_id = $1 for update', [stuck.bookingId]);
  clock.advance(SESSION_RULES.silentMs);
  const looked = server.lookOverAll();
  await eventually(async () =>
    expect(await server.sessionOf(otherId, bookingId)).toMatchObject({ state: 'completed', provisional: true }),
  );
  expect(await server.sessionOf(driverId, stuck.bookingId)).toMatchObject({ state: 'charging' });
  await client.query('rollback');
  client.release();
  await looked;
  await server.lookOverAll();
  expect(await server.sessionOf(driverId, stuck.bookingId)).toMatchObject({ state: 'completed' });
  await stage.stopped(server, stuck, 1000);
  await stage.stopped(server, { ...stuck, bookingId, transactionId }, 1000);
});

test('charges whose rows stay locked keep another waiting for a second or so, although no more are looked at at once', async () => {
  const client = await database.$client.connect();
  const stuck = await stuckCharges(await stage.begun(server, driverId));
  clock.advance(MINUTE_MS);
  await server.lookOverAll();
  const otherId = await stage.driver(String(mobile++), 50_000);
  const charge = await stage.begun(server, otherId);
  await client.query('begin');
  await client.query('select 1 from charging_sessions where booking_id = any($1) for update', [stuck]);
  clock.advance(SESSION_RULES.silentMs);
  const looked = server.lookOverAll();
  await vi.waitFor(
    async () => expect(await server.sessionOf(otherId, charge.bookingId)).toMatchObject({ state: 'completed' }),
    { timeout: 5 * SECOND_MS, interval: 50 },
  );
  await client.query('delete from charging_sessions where booking_id = any($1)', [stuck]);
  await client.query('commit');
  client.release();
  await looked;
});

/** Four charges besides one, which ends. */
async function stuckCharges(like: Begun): Promise<string[]> {
  const { rows } = await database.$client.query<{ booking_id: string }>(
    `insert into charging_sessions
     select copy.* from charging_sessions as one, generate_series(11, 14) as n, jsonb_populate_record(one, jsonb_build_object(
       'booking_id', 'B-STUCK-' || n, 'id_tag', 'STUCK-' || n, 'connector', n, 'transaction_id', 900 + n)) as copy
     where one.booking_id = $1 returning booking_id`,
    [like.bookingId],
  );
  await stage.stopped(server, like, 1000);
  return rows.map(({ booking_id }) => booking_id);
}

test('a stop that another charger tells of a transaction does not keep its own from being asked', async () => {
  const refused = { ...PLACE, idTag: 'NOBODYS', meterStartWh: 1000, at: clock.now(), receivedAt: clock.now() };
  const { transactionId, accepted } = await server.started(refused);
  expect(accepted).toBe(false);
  const goesOn = (registerWh: number) => stage.metered(server, { driverId, bookingId: '', transactionId }, registerWh);
  clock.advance(15 * SECOND_MS);
  await goesOn(1500);
  await eventually(() => expect(askedToStop).toContain(transactionId));
  await server.stopped({
    chargerId: 'SLOW-1',
    transactionId,
    meterStopWh: 1500,
    reason: 'Local',
    readings: [],
    at: clock.now(),
    receivedAt: clock.now(),
  });
  askedToStop.length = 0;
  clock.advance(15 * SECOND_MS);
  await server.lookOverAll();
  expect(askedToStop).toEqual([transactionId]);
});

test('hours without a link are none without energy', async () => {
  const charge = await stage.begun(server, driverId);
  clock.advance(MINUTE_MS);
  await stage.metered(server, charge, 1200);
  await link(server, 'lost');
  clock.advance(SESSION_RULES.noProgressMs + MINUTE_MS);
  await link(server, 'back');
  // It keeps no samples while it is away, and the next is due in a minute.
  await stage.reports(server, says('SuspendedEV'));
  clock.advance(MINUTE_MS);
  await server.lookOverAll();
  clock.advance(SESSION_RULES.noProgressMs - 3 * MINUTE_MS);
  await server.lookOverAll();
  // These wait for the row, should a stop be written down.
  await stage.reports(server, says('Charging'));
  await stage.reports(server, says('SuspendedEV'));
  expect(await server.sessionOf(driverId, charge.bookingId)).toMatchObject({ state: 'suspended', stopCause: null });
  clock.advance(2 * MINUTE_MS);
  await server.lookOverAll();
  await eventually(() => expect(askedToStop).toContain(charge.transactionId));
  await stage.stopped(server, charge, 1200);
});

test('a charge that went on after one boot and was forgotten by the next ends within minutes', async () => {
  const charge = await stage.begun(server, driverId);
  clock.advance(MINUTE_MS);
  await server.booted(PLACE.chargerId);
  await stage.metered(server, charge, 1200);
  clock.advance(MINUTE_MS);
  await stage.metered(server, charge, 1400);
  clock.advance(MINUTE_MS);
  await server.booted(PLACE.chargerId);
  await stage.reports(server, says('Preparing'));
  await server.lookOverAll();
  clock.advance(SESSION_RULES.endHintMs);
  await server.lookOverAll();
  expect(await server.sessionOf(driverId, charge.bookingId)).toMatchObject({ state: 'completed', provisional: true });
});
