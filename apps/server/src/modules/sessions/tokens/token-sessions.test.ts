import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#kernel/durations.ts';
import { listLedgerProblems } from '#modules/ledger/index.ts';
import { listProblemsIn } from '#modules/ledger/ledger-problems.store.ts';
import { addToken, blockToken } from '#modules/tokens/index.ts';
import { walletCheck } from '#modules/wallet/index.ts';
import { PLACE, sessionsFixture } from '#testing/sessions-fixture.ts';
import { countStatements, loseNextCommit } from '#testing/statements.ts';
import type { StartReport } from '../charge-points.ts';
import { SESSION_RULES, sessionsCheck, type Sessions } from '../index.ts';
import { listSamples, type Session } from '../sessions.store.ts';
import { sessions } from '../sessions.tables.ts';

const fixture = await sessionsFixture();
const { clock, database, says, link, published, sent } = fixture;
afterAll(() => fixture.close());

let server: Sessions;
let token = '';
let number = 0;
let registerWh = 0;

/** Each test has a token of its own, on a connector that nobody charges at. */
beforeEach(async () => {
  server = fixture.server();
  number += 1;
  registerWh += 10_000;
  token = `CARD-${number}`;
  await addToken(database, { idTag: token, label: 'Test' }, clock.now());
  await link(server, 'back');
  await fixture.reports(server, says('Available'));
  published.length = sent.length = fixture.askedToStop.length = 0;
  return async () => {
    clock.advance(SESSION_RULES.noSampleMs);
    await server.checkSessions();
    await server.close();
    expect(await listLedgerProblems(database, [walletCheck, sessionsCheck])).toEqual([]);
  };
});

/** What the charge point says when a car begins on the token now. */
const start = (more: Partial<StartReport> = {}): StartReport => ({
  ...PLACE,
  idTag: token,
  meterStartWh: registerWh,
  at: clock.now(),
  receivedAt: clock.now(),
  ...more,
});

async function begun(more: Partial<StartReport> = {}) {
  const { transactionId, status } = await server.started(start(more));
  expect(status).toBe('Accepted');
  return { driverId: 0, bookingId: '', transactionId };
}

async function metered(one: Awaited<ReturnType<typeof begun>>, addedWh: number, soc?: number): Promise<void> {
  clock.advance(MINUTE_MS);
  registerWh += addedWh;
  await fixture.metered(server, one, registerWh, soc);
}

/** The sessions of the token, oldest first. */
const all = (): Promise<Session[]> =>
  database.select().from(sessions).where(eq(sessions.startedByTag, token)).orderBy(sessions.transactionId);

async function only(): Promise<Session> {
  const rows = await all();
  expect(rows).toHaveLength(1);
  return rows[0] ?? expect.unreachable();
}

/** Another server on the same database, after this one has ended without a word. */
async function restart(): Promise<void> {
  server = fixture.server();
  await server.resume();
  await link(server, 'back');
}

describe('a session on a token of the operator', () => {
  test('counts its energy and costs nobody anything: no hold, no transfer, no invoice, no notification [LEDGER-20]', async () => {
    const money = () =>
      database.execute(
        `select (select count(*) from holds) + (select count(*) from ledger_transfers) + (select count(*) from invoices) as n`,
      );
    const before = (await money()).rows;
    const one = await begun();
    await metered(one, 1500);
    expect(await only()).toMatchObject({ state: 'charging', driverId: null, boughtWh: null, holdPaise: null });
    await fixture.stopped(server, one, registerWh + 500);
    expect(await only()).toMatchObject({ state: 'completed', energyWh: 2000, endReason: 'Local', disputedWh: 0 });
    expect((await money()).rows).toEqual(before);
    expect({ published, sent }).toEqual({ published: [], sent: [] });
  });

  test('is not stopped at any number of units', async () => {
    const one = await begun();
    for (let minute = 0; minute < 60; minute += 1) await metered(one, 3000);
    await server.checkSessions();
    expect(fixture.askedToStop).toEqual([]);
    await fixture.stopped(server, one, registerWh);
    expect(await only()).toMatchObject({ energyWh: 180_000 });
  });

  test('whose start is repeated, also after a restart of the server or after its end, stays one session [OCPP-19]', async () => {
    const report = start();
    const first = await server.started(report);
    expect(await server.started({ ...report, receivedAt: new Date(clock.now().getTime() + 5000) })).toEqual(first);
    await restart();
    expect(await server.started({ ...report, idTag: token.toLowerCase() })).toEqual(first);
    await fixture.stopped(server, { driverId: 0, bookingId: '', ...first }, registerWh);
    expect(await server.started(report)).toEqual(first);
    expect(await only()).toMatchObject({ state: 'completed' });
  });

  test('whose commit was not confirmed is found again by the repeated start', async () => {
    const report = start();
    const lost = loseNextCommit(database);
    await expect(server.started(report)).rejects.toThrow();
    await lost;
    const { transactionId, status } = await server.started(report);
    expect(await only()).toMatchObject({ transactionId, state: 'charging' });
    expect(status).toBe('Accepted');
  });

  test('at a charge point without a clock is one session while its start may be repeated, and another one after its stop [OCPP-19]', async () => {
    const first = await begun({ isClockDoubted: true });
    clock.advance(MINUTE_MS);
    expect((await begun({ isClockDoubted: true })).transactionId).toBe(first.transactionId);
    await fixture.stopped(server, first, registerWh);
    clock.advance(MINUTE_MS);
    expect((await begun({ isClockDoubted: true })).transactionId).not.toBe(first.transactionId);
    expect(await all()).toHaveLength(2);
  });

  test('without a link is accepted with its samples when the link is back', async () => {
    const at = (minutesAgo: number) => new Date(clock.now().getTime() - minutesAgo * MINUTE_MS);
    const one = await begun({ at: at(60) });
    const readings = [50, 40].map((minutes, nth) => {
      return { at: at(minutes), context: 'Sample.Periodic', registerWh: registerWh + (nth + 1) * 1000 };
    });
    await server.metered({ ...PLACE, ...one, readings, receivedAt: clock.now(), raw: '{}' });
    const stop = { ...PLACE, ...one, meterStopWh: registerWh + 2500, readings: [], receivedAt: clock.now() };
    await server.stopped({ ...stop, at: at(30), idTag: token.toLowerCase(), reason: 'Local' });
    expect(await only()).toMatchObject({ startedAt: at(60), endedAt: at(30), energyWh: 2500, state: 'completed' });
  });

  test('that lost its id is stopped by its tag', async () => {
    const one = await begun();
    clock.advance(MINUTE_MS);
    await fixture.stopped(server, one, registerWh + 1000);
    const second = await begun({ meterStartWh: registerWh + 1000 });
    clock.advance(MINUTE_MS);
    await server.stopped({
      ...PLACE,
      transactionId: -1,
      idTag: token.toLowerCase(),
      meterStopWh: registerWh + 3000,
      at: clock.now(),
      receivedAt: clock.now(),
      readings: [],
    });
    expect((await all()).map(({ energyWh, transactionId }) => [energyWh, transactionId])).toEqual([
      [1000, one.transactionId],
      [2000, second.transactionId],
    ]);
  });

  test('continues after the server was killed, with what was counted before', async () => {
    const one = await begun();
    await metered(one, 1000);
    await restart();
    await metered(one, 500);
    await fixture.stopped(server, one, registerWh);
    expect(await only()).toMatchObject({ energyWh: 1500, state: 'completed' });
  });

  test('whose charge point falls silent, or whose connector is free again, is closed on what is known; a late report corrects it', async () => {
    const silent = await begun();
    await metered(silent, 1000);
    clock.advance(SESSION_RULES.noSampleMs);
    await server.checkSessions();
    expect(await only()).toMatchObject({ state: 'completed', isProvisional: true, energyWh: 1000 });
    await fixture.stopped(server, silent, registerWh + 700);
    expect(await only()).toMatchObject({ isProvisional: false, energyWh: 1700 });
    registerWh += 700;
    await begun();
    await fixture.reports(server, says('Charging'));
    await fixture.reports(server, says('Available'));
    clock.advance(SESSION_RULES.endHintMs);
    await server.checkSessions();
    expect((await all()).at(-1)).toMatchObject({ state: 'completed', isProvisional: true });
  });

  test('that takes no more energy is asked to stop', async () => {
    const one = await begun();
    await metered(one, 1000);
    clock.advance(SESSION_RULES.noProgressMs);
    await metered(one, 0);
    await server.checkSessions();
    await expect.poll(() => fixture.askedToStop).toEqual([one.transactionId]);
    await fixture.stopped(server, one, registerWh);
  });

  test('ends the connector’s earlier session, also a driver’s; a start from before that session is rejected', async () => {
    const driverId = await fixture.driver('9480000001', 50_000);
    const driven = await fixture.begun(server, driverId);
    expect(await server.started(start({ at: new Date(clock.now().getTime() - MINUTE_MS) }))).toMatchObject({
      status: 'Invalid',
    });
    clock.advance(MINUTE_MS);
    const first = await begun();
    expect(await server.findOfDriver(driverId, driven.bookingId)).toMatchObject({
      state: 'completed',
      isProvisional: true,
    });
    clock.advance(MINUTE_MS);
    const second = await begun({ meterStartWh: registerWh + 100 });
    expect((await all()).map(({ transactionId, state }) => [transactionId, state])).toEqual([
      [first.transactionId, 'completed'],
      [second.transactionId, 'charging'],
    ]);
  });

  test('does not take the connector from a driver who has requested it', async () => {
    const driverId = await fixture.driver('9480000002', 50_000);
    const { bookingId, start: driven } = await fixture.asked(server, driverId);
    expect(await server.started(start())).toMatchObject({ status: 'Invalid' });
    expect(await server.started(driven)).toMatchObject({ status: 'Accepted' });
    const { transactionId } = (await server.findOfDriver(driverId, bookingId)) ?? expect.unreachable();
    await fixture.stopped(server, { driverId, bookingId, transactionId: transactionId ?? 0 }, 2000);
  });

  test('costs at most two statements for each sample: its own and that of the row', async () => {
    const one = await begun();
    const task = async () => {
      for (let minute = 0; minute < 5; minute += 1) await metered(one, 100);
    };
    expect(await countStatements(database, () => true, task)).toBeLessThanOrEqual(10);
    await fixture.stopped(server, one, registerWh);
  });

  test('has samples that are purged two days after its end; those of drivers stay', async () => {
    const driverId = await fixture.driver('9480000003', 50_000);
    const driven = await fixture.begun(server, driverId);
    clock.advance(MINUTE_MS);
    await fixture.metered(server, driven, 1500);
    await fixture.stopped(server, driven, 1500);
    const one = await begun();
    await metered(one, 1000);
    await fixture.stopped(server, one, registerWh);
    const samples = ({ transactionId }: { transactionId: number }) => listSamples(database, transactionId);
    clock.advance(2 * DAY_MS - 1);
    await server.purgeExpired();
    expect(await samples(one)).toHaveLength(1);
    clock.advance(1);
    await server.purgeExpired();
    expect([await samples(one), await samples(driven)]).toMatchObject([[], [{ registerWh: 1500 }]]);
    expect(await only()).toMatchObject({ energyWh: 1000, samplesPurgedAt: clock.now() });
  });

  test('counts for the usual power of its charge point, and for its latest charge', async () => {
    const place = { chargePointId: 'SLOW-1', connector: 1 };
    for (let time = 0; time < 5; time += 1) {
      const { transactionId } = await server.started(start({ ...place, meterStartWh: time * 1500 }));
      clock.advance(15 * MINUTE_MS);
      const stop = { ...place, transactionId, meterStopWh: (time + 1) * 1500, reason: 'Local' };
      const reading = { context: 'Sample.Periodic', registerWh: stop.meterStopWh, at: clock.now() };
      await server.stopped({ ...stop, readings: [reading], at: clock.now(), receivedAt: clock.now() });
    }
    const figures = await fixture.history.readStats(['SLOW-1'], clock.now());
    expect(figures.get('SLOW-1')).toMatchObject({ typicalW: 6000, reliablePercent: 100, lastChargeAt: clock.now() });
  });

  test('is expected to end when the battery is full, if the car reports it; otherwise the end is unknown', async () => {
    const { chargePointId, connector } = PLACE;
    const said = async (minutes: number, soc?: number) => {
      clock.advance(minutes * MINUTE_MS);
      registerWh += 1000;
      const reading = { at: clock.now(), context: 'Sample.Periodic', registerWh, powerW: 10_000, soc };
      await server.metered({ ...PLACE, ...one, readings: [reading], receivedAt: clock.now(), raw: '{}' });
      return server.findExpectedEnd(chargePointId, connector);
    };
    const one = await begun();
    expect(await said(6)).toBeUndefined();
    expect(await said(6, 70)).toBeUndefined();
    // Three kilowatt-hours for the last five percent of three readings.
    expect(await said(6, 75)).toEqual(new Date(clock.now().getTime() + 90 * MINUTE_MS));
    expect(server.listExpectedEnds()).toHaveLength(1);
    await fixture.stopped(server, one, registerWh);
  });
});

describe('a tag', () => {
  test('is accepted if its token is live, in upper or lower case; a blocked and an unknown one are answered as such', async () => {
    const answers = () =>
      Promise.all(
        [token.toLowerCase(), 'UNKNOWN', `${token}\0`].map(
          async (tag) => (await server.authorize('SLOW-1', tag)).status,
        ),
      );
    expect(await answers()).toEqual(['Accepted', 'Invalid', 'Invalid']);
    await blockToken(database, token, clock.now());
    expect(await answers()).toEqual(['Blocked', 'Invalid', 'Invalid']);
    await addToken(database, { idTag: token, label: 'Found again' }, clock.now());
    expect(await answers()).toEqual(['Accepted', 'Invalid', 'Invalid']);
  });

  test('that is blocked starts nothing, and gets the same answer again; a session from before is accepted and continues [OCPP-19]', async () => {
    await addToken(database, { idTag: token, label: 'Test', isShared: true }, clock.now());
    const one = await begun();
    clock.advance(MINUTE_MS);
    await blockToken(database, token, clock.now());
    expect(await server.started(start({ connector: 2, at: new Date(clock.now().getTime() - 1) }))).toMatchObject({
      status: 'Accepted',
    });
    await metered(one, 1000);
    const late = start({ meterStartWh: registerWh, connector: 2 });
    const rejected = await server.started(late);
    expect(rejected.status).toBe('Blocked');
    expect(await server.started(late)).toEqual(rejected);
    await fixture.stopped(server, one, registerWh);
    expect((await all()).map(({ energyWh }) => energyWh)).toEqual([1000, 0]);
  });

  test('starts nothing on a connector that the network does not have', async () => {
    expect(await server.started(start({ connector: 9 }))).toMatchObject({ status: 'Invalid' });
    expect(await all()).toEqual([]);
  });
});

test.each([
  [
    'has a hold',
    "insert into holds (reference, driver_id, amount_paise, state, held_at) values ($b, 1, 1, 'captured', now())",
  ],
  [
    'has an invoice',
    "insert into invoices values ('EV/X/9', 'EV', 'X', 9, $b, 'invoice', now(), now(), '998714', 0, 0, 0, 0, 0)",
  ],
])('the check of the ledger names a session on a token that %s [LEDGER-20]', async (_, statement) => {
  const one = await begun();
  await fixture.stopped(server, one, registerWh);
  const { bookingId } = await only();
  const undo = new Error('to undo it');
  const tampered = database.transaction(async (tx) => {
    await tx.execute('set local session_replication_role = replica');
    await tx.execute(statement.replace('$b', `'${bookingId}'`));
    expect((await listProblemsIn(tx, sessionsCheck)).map(({ row }) => row)).toContain(`charging_sessions ${bookingId}`);
    throw undo;
  });
  await expect(tampered).rejects.toBe(undo);
});
