import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '#kernel/durations.ts';
import { listLedgerProblems } from '#modules/ledger/index.ts';
import { walletCheck } from '#modules/wallet/index.ts';
import { sessionsFixture, PLACE } from '#testing/sessions-fixture.ts';
import { SESSION_RULES, type Sessions, sessionsCheck } from '../index.ts';

const fixture = await sessionsFixture();
const { clock, database, wallet, published, askedToStop, says, link } = fixture;
afterAll(() => fixture.close());

const { startWithinMs, linkPatienceMs } = SESSION_RULES;
/** 5 kWh at 15 rupees and 18 %. */
const HOLD_PAISE = 8850;

let mobile = 9_420_000_000;
let driverId = 0;
let server: Sessions;

beforeEach(async () => {
  driverId = await fixture.driver(String(mobile++), 50_000);
  server = fixture.server();
  await link(server, 'back');
  published.length = 0;
  askedToStop.length = 0;
});

afterEach(async () => {
  for (const { bookingId, transactionId } of await server.listOpenOfDriver(driverId)) {
    if (transactionId === null) await server.stop(driverId, bookingId);
    else await fixture.stopped(server, { driverId, bookingId, transactionId }, 1000);
  }
  await server.close();
  expect(await listLedgerProblems(database, [walletCheck, sessionsCheck])).toEqual([]);
});

/** Time goes by, checked as often as the server looks. */
async function pass(ms: number, by = server): Promise<void> {
  const end = clock.now().getTime() + ms;
  while (clock.now().getTime() < end) {
    clock.advance(Math.min(5 * SECOND_MS, end - clock.now().getTime()));
    await by.checkSessions();
  }
}

const stateOf = async (bookingId: string) => {
  const session = await server.findOfDriver(driverId, bookingId);
  return session && { state: session.state, reason: session.endReason };
};
const begunAt = (at: Date) => ({ at, receivedAt: clock.now() });

describe('a start whose charge point loses its link', () => {
  test('does not age meanwhile, and the transaction that the charge point kept becomes the requested session', async () => {
    const { bookingId, start } = await fixture.asked(server, driverId);
    await pass(10 * SECOND_MS);
    await link(server, 'lost');
    await pass(50 * SECOND_MS);
    const pluggedAt = clock.now();
    await pass(55 * SECOND_MS);
    expect(await stateOf(bookingId)).toMatchObject({ state: 'accepted' });
    await link(server, 'back');
    expect(await server.started({ ...start, ...begunAt(pluggedAt) })).toMatchObject({ status: 'Accepted' });
    expect(await stateOf(bookingId)).toMatchObject({ state: 'charging' });
    expect(published.map(({ kind }) => kind)).toEqual(['started']);
    expect(await wallet.readBalance(database, driverId)).toEqual({
      freePaise: 50_000 - HOLD_PAISE,
      heldPaise: HOLD_PAISE,
    });
  });

  test('has the rest of its time once the link is back, however often it was lost', async () => {
    const { bookingId } = await fixture.asked(server, driverId);
    for (let losses = 0; losses < 3; losses += 1) {
      await pass(20 * SECOND_MS);
      await link(server, 'lost');
      await pass(2 * MINUTE_MS);
      await link(server, 'back');
    }
    await pass(startWithinMs - 65 * SECOND_MS);
    expect(await stateOf(bookingId)).toMatchObject({ state: 'accepted' });
    await pass(5 * SECOND_MS);
    expect(await stateOf(bookingId)).toEqual({ state: 'failed', reason: 'start_timed_out' });
  });

  test('is given up after a quarter of an hour: the hold is released and the driver is told why', async () => {
    const { bookingId } = await fixture.asked(server, driverId);
    await link(server, 'lost');
    await pass(linkPatienceMs - 5 * SECOND_MS);
    expect(await stateOf(bookingId)).toMatchObject({ state: 'accepted' });
    await pass(5 * SECOND_MS);
    expect(await stateOf(bookingId)).toEqual({ state: 'failed', reason: 'start_link_lost' });
    expect(published).toMatchObject([{ kind: 'failed', reason: 'start_link_lost', backPaise: HOLD_PAISE }]);
    expect(await wallet.readBalance(database, driverId)).toEqual({ freePaise: 50_000, heldPaise: 0 });
  });

  test('is given up in the end if the link keeps coming and going', async () => {
    const { bookingId } = await fixture.asked(server, driverId);
    for (let minutes = 0; minutes < linkPatienceMs / MINUTE_MS; minutes += 1) {
      await link(server, 'lost');
      await pass(MINUTE_MS);
      await link(server, 'back');
    }
    await pass(startWithinMs);
    expect(await stateOf(bookingId)).toMatchObject({ state: 'failed' });
  });
});

describe('a server that ends and starts again', () => {
  test('treats its own absence as a lost link, and gives no start up for what it did not hear', async () => {
    const { bookingId, start } = await fixture.asked(server, driverId);
    await pass(10 * SECOND_MS);
    // Killed: nobody has told of the link.
    clock.advance(105 * SECOND_MS);
    server = fixture.server();
    await server.resume();
    await pass(10 * SECOND_MS);
    expect(await stateOf(bookingId)).toMatchObject({ state: 'accepted' });
    await link(server, 'back');
    const begun = { ...start, ...begunAt(new Date(start.at.getTime() + 60 * SECOND_MS)) };
    expect(await server.started(begun)).toMatchObject({ status: 'Accepted' });
    expect(await stateOf(bookingId)).toMatchObject({ state: 'charging' });
  });

  test('waits for the charge point no longer than for any other lost link, but lets it connect first', async () => {
    const { bookingId } = await fixture.asked(server, driverId);
    await link(server, 'lost');
    clock.advance(linkPatienceMs);
    server = fixture.server();
    await server.resume();
    await pass(MINUTE_MS);
    expect(await stateOf(bookingId)).toMatchObject({ state: 'accepted' });
    await pass(MINUTE_MS);
    expect(await stateOf(bookingId)).toEqual({ state: 'failed', reason: 'start_link_lost' });
  });
});

describe('a start that was given up and had begun in time by the charge point’s own clock', () => {
  async function givenUp() {
    const asked = await fixture.asked(server, driverId);
    await link(server, 'lost');
    await pass(8 * MINUTE_MS);
    const begun = { ...asked.start, at: clock.now() };
    await pass(10 * MINUTE_MS);
    expect(await stateOf(asked.bookingId)).toMatchObject({ state: 'failed' });
    await link(server, 'back');
    return { ...asked, begun: { ...begun, receivedAt: clock.now() } };
  }

  test('is recovered: held for again, shown to the driver, and billed in full [OCPP-10]', async () => {
    const { bookingId, begun } = await givenUp();
    const { transactionId, status } = await server.started(begun);
    expect(status).toBe('Accepted');
    expect(await server.started(begun)).toMatchObject({ transactionId, status });
    expect(await stateOf(bookingId)).toEqual({ state: 'charging', reason: null });
    expect(published.map(({ kind }) => kind)).toEqual(['failed', 'revived']);
    expect(published.at(-1)).toMatchObject({ bookingId, holdPaise: HOLD_PAISE });
    expect(await wallet.readBalance(database, driverId)).toEqual({
      freePaise: 50_000 - HOLD_PAISE,
      heldPaise: HOLD_PAISE,
    });
    const running = { driverId, bookingId, transactionId };
    await fixture.metered(server, running, 1338);
    expect(server.findLive(driverId, bookingId)).toMatchObject({ meter: { delivered: { energyWh: 338 } } });
    await fixture.stopped(server, running, 1338);
    expect(await stateOf(bookingId)).toMatchObject({ state: 'completed' });
    // 338 Wh at 15 rupees and 18 %.
    expect(await wallet.readBalance(database, driverId)).toEqual({ freePaise: 50_000 - 599, heldPaise: 0 });
  });

  test('is recovered too if only its time ran out while the link was up [OCPP-10]', async () => {
    const { bookingId, start } = await fixture.asked(server, driverId);
    await pass(20 * SECOND_MS);
    const at = clock.now();
    await pass(startWithinMs);
    expect(await stateOf(bookingId)).toEqual({ state: 'failed', reason: 'start_timed_out' });
    expect(await server.started({ ...start, ...begunAt(at) })).toMatchObject({ status: 'Accepted' });
    expect(await stateOf(bookingId)).toEqual({ state: 'charging', reason: null });
    expect(await wallet.readBalance(database, driverId)).toMatchObject({ heldPaise: HOLD_PAISE });
  });

  test('continues after a restart of the server', async () => {
    const { bookingId, begun } = await givenUp();
    const { transactionId } = await server.started(begun);
    await server.close();
    server = fixture.server();
    await server.resume();
    await link(server, 'back');
    await fixture.metered(server, { driverId, bookingId, transactionId }, 1200);
    expect(server.findLive(driverId, bookingId)).toMatchObject({ meter: { delivered: { energyWh: 200 } } });
  });

  async function isStopped(start: Parameters<Sessions['started']>[0]) {
    const before = await wallet.readBalance(database, driverId);
    const { transactionId, status } = await server.started(start);
    expect(status).toBe('Invalid');
    expect(askedToStop).toEqual([transactionId]);
    expect(await wallet.readBalance(database, driverId)).toEqual(before);
    expect(published.filter(({ kind }) => kind === 'revived')).toEqual([]);
    await fixture.stopped(server, { driverId, bookingId: '', transactionId }, 1000);
  }

  test('is stopped at once if the driver charges elsewhere meanwhile', async () => {
    const { begun } = await givenUp();
    const second = { ...PLACE, connector: 2 };
    await fixture.reports(server, { ...says('Available'), ...second });
    await fixture.asked(server, driverId, second);
    await isStopped(begun);
  });

  test('is stopped at once if the connector has another session', async () => {
    const { begun } = await givenUp();
    const nextId = await fixture.driver(String(mobile++), 50_000);
    const other = await fixture.begun(server, nextId);
    await isStopped(begun);
    await fixture.stopped(server, other, 1000);
  });

  test('is stopped at once if the money is spent', async () => {
    driverId = await fixture.driver(String(mobile++), HOLD_PAISE + 1000);
    const { begun } = await givenUp();
    const other = await fixture.begun(server, driverId);
    clock.advance(MINUTE_MS);
    await fixture.stopped(server, other, 2000);
    await isStopped(begun);
  });

  test('is stopped at once if it began after the driver was told that it had failed', async () => {
    const { begun } = await givenUp();
    await isStopped({ ...begun, at: clock.now() });
  });

  test.each([
    ['cannot be told by a charge point whose clock is wrong', { isClockDoubted: true as const }],
    ['cannot be told by a clock that says it began before it was asked for', { at: new Date('2026-11-19T00:00:00Z') }],
  ])('%s', async (_, doubted) => {
    const { begun } = await givenUp();
    await isStopped({ ...begun, ...doubted });
  });

  test('is stopped at once if the driver had cancelled it', async () => {
    const { bookingId, start } = await fixture.asked(server, driverId);
    await link(server, 'lost');
    await pass(MINUTE_MS);
    const at = clock.now();
    await server.stop(driverId, bookingId);
    await link(server, 'back');
    await isStopped({ ...start, at, receivedAt: clock.now() });
  });
});
