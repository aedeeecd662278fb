import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '#kernel/durations.ts';
import { en } from '#kernel/messages/en.ts';
import { listInvoicesOf } from '#modules/invoices/index.ts';
import { listLedgerProblems } from '#modules/ledger/index.ts';
import { walletCheck } from '#modules/wallet/index.ts';
import { sessionsFixture, type Begun, PLACE } from '#testing/sessions-fixture.ts';
import { loseNextCommit } from '#testing/statements.ts';
import { SESSION_RULES, sessionsCheck, type Sessions } from '../index.ts';
import { statusNotificationOf } from '../socket-events.ts';

const fixture = await sessionsFixture();
const { clock, database, wallet, published, askedToStop, says, link } = fixture;
afterAll(() => fixture.close());

const { linkPatienceMs } = SESSION_RULES;
const PATIENCE_MINUTES = linkPatienceMs / MINUTE_MS;

let mobile = 9_440_000_000;
let driverId = 0;
let server: Sessions;
let running: Begun;

/** A session that has delivered 1 kWh and pauses: what is bought is not used up meanwhile. */
beforeEach(async () => {
  server = fixture.server();
  driverId = await fixture.driver(String(mobile++), 50_000);
  running = await fixture.charging(server, driverId);
  await pass(1);
  await fixture.metered(server, running, 2000);
  await fixture.reports(server, says('SuspendedEV'));
  published.length = 0;
  askedToStop.length = 0;
  return async () => {
    await link(server, 'back');
    await fixture.stopped(server, running, 2000);
    await server.close();
    expect(await listLedgerProblems(database, [walletCheck, sessionsCheck])).toEqual([]);
  };
});

/** Minutes go by, checked as often as the server looks; `each` at every full one. */
async function pass(minutes: number, each: (minute: number) => Promise<void> = async () => {}): Promise<void> {
  for (let minute = 1; minute <= minutes; minute += 1) {
    for (let second = 0; second < 60; second += 5) {
      clock.advance(5 * SECOND_MS);
      await server.checkSessions();
    }
    await each(minute);
  }
}

const session = async () => {
  const row = await server.findOfDriver(driverId, running.bookingId);
  if (!row) throw new Error('The charge is gone.');
  return row;
};
const press = () => server.stop(driverId, running.bookingId).catch(() => undefined);

/** Where the session stands a minute before and after its patience is over. */
async function isClosedAfter(minutes: number): Promise<void> {
  await pass(minutes - 1);
  expect(await session()).toMatchObject({ state: 'stopping' });
  await pass(2);
  expect(await session()).toMatchObject({ state: 'completed', isProvisional: true, energyWh: 1000 });
}

describe('a session whose charge point vanishes before it has stopped', () => {
  test('is settled on its last reading a quarter of an hour after the loss, and its driver charges elsewhere [OCPP-13]', async () => {
    await press();
    await pass(1);
    await link(server, 'lost');
    await isClosedAfter(PATIENCE_MINUTES);
    // 1 kWh at 15 rupees and 18 %.
    expect(await wallet.readBalance(database, driverId)).toEqual({ freePaise: 50_000 - 1770, heldPaise: 0 });
    expect(published).toMatchObject([
      { kind: 'ended', energyWh: 1000, paise: 1770, reason: 'driver', isProvisional: true },
    ]);
    await link(server, 'back');
    const second = { ...PLACE, connector: 2 };
    await fixture.reports(server, { ...says('Available'), ...second });
    const other = await fixture.asked(server, driverId, second);
    await server.stop(driverId, other.bookingId);
  });

  test('is corrected by the late StopTransaction, within the purchase plus 2 %, and its driver is told [OCPP-14, TAX-12]', async () => {
    await press();
    await link(server, 'lost');
    await pass(PATIENCE_MINUTES + 1);
    await link(server, 'back');
    await fixture.stopped(server, running, 9000);
    expect(await session()).toMatchObject({ state: 'completed', isProvisional: false, energyWh: 5100 });
    expect(await listInvoicesOf(database, running.bookingId)).toMatchObject([
      { kind: 'invoice', energyWh: 1000 },
      { kind: 'supplement', energyWh: 4100 },
    ]);
    expect(published.map(({ kind }) => kind)).toEqual(['ended', 'corrected']);
    expect(published[1]).toMatchObject({ energyWh: 5100, paise: 9028, backPaise: 0 });
  });

  test.each([0, -1])(
    'is corrected by a late StopTransaction that lost its transaction id (%i) but has its tag, and by no other [OCPP-14]',
    async (transactionId) => {
      const word = (idTag?: string) => ({
        chargePointId: PLACE.chargePointId,
        transactionId,
        meterStopWh: 2500,
        ...(idTag === undefined ? {} : { idTag }),
        readings: [],
        at: clock.now(),
        receivedAt: clock.now(),
      });
      const idTag = (await session()).oneTimeTag ?? expect.unreachable();
      await press();
      await link(server, 'lost');
      await pass(PATIENCE_MINUTES + 1);
      await link(server, 'back');
      await server.stopped(word());
      await server.stopped(word('ANOTHER-TAG'));
      await server.stopped({ ...word(idTag), chargePointId: 'ANOTHER-1' });
      expect(await session()).toMatchObject({ isProvisional: true, energyWh: 1000 });
      await server.stopped(word(idTag));
      expect(await session()).toMatchObject({ isProvisional: false, energyWh: 1500 });
    },
  );

  test('waits from the press if that came after the loss', async () => {
    await link(server, 'lost');
    await pass(60);
    expect(await session()).toMatchObject({ state: 'suspended' });
    await press();
    expect(await session()).toMatchObject({ state: 'stopping' });
    await isClosedAfter(PATIENCE_MINUTES);
  });

  test('is asked at once when it is back in time, and given a moment to answer', async () => {
    await press();
    await link(server, 'lost');
    await pass(PATIENCE_MINUTES - 1);
    askedToStop.length = 0;
    await link(server, 'back');
    expect(askedToStop).toEqual([running.transactionId]);
    await fixture.stopped(server, running, 2100);
    expect(await session()).toMatchObject({ state: 'completed', isProvisional: false, energyWh: 1100 });
  });

  test('does not wait for ever for a link that comes and goes', async () => {
    await press();
    let closedAfter = 0;
    await pass(3 * PATIENCE_MINUTES, async (minute) => {
      if ((await session()).endedAt) closedAfter ||= minute;
      else await link(server, minute % 2 === 0 ? 'back' : 'lost');
    });
    expect(closedAfter).toBeGreaterThanOrEqual(PATIENCE_MINUTES);
    expect(closedAfter).toBeLessThanOrEqual(2 * PATIENCE_MINUTES + 1);
  });

  test('is waited for as long by a restarted server, whose charge points connect first', async () => {
    await press();
    await pass(1);
    await server.close();
    clock.advance(linkPatienceMs);
    server = fixture.server();
    await server.resume();
    await pass(1);
    expect(await session()).toMatchObject({ state: 'stopping' });
    await pass(2);
    expect(await session()).toMatchObject({ state: 'completed', isProvisional: true });
  });
});

describe('a session whose charge point has a link and does not stop', () => {
  test('is settled as soon if the charge point never answers [OCPP-13]', async () => {
    await press();
    await isClosedAfter(PATIENCE_MINUTES);
    expect(askedToStop.length).toBeGreaterThan(PATIENCE_MINUTES * 5);
  });

  test('is settled as soon if neither the commit of the stop request nor that of the lost link was confirmed', async () => {
    const pressLost = loseNextCommit(database);
    await press();
    await pressLost;
    await press();
    await database.$client.query('update charging_sessions set link_lost_at = $1', [clock.now()]);
    await link(server, 'lost');
    const { linkLostAt, bookingId } = await session();
    expect(server.findLive(driverId, bookingId)?.session).toMatchObject({ state: 'stopping', linkLostAt });
    await isClosedAfter(PATIENCE_MINUTES);
  });

  test('is settled as soon if the charge point continues, which is asked to stop until it does', async () => {
    await press();
    let registerWh = 2000;
    await pass(PATIENCE_MINUTES + 1, () => fixture.metered(server, running, (registerWh += 10)));
    expect(await session()).toMatchObject({ state: 'completed', isProvisional: true });
    askedToStop.length = 0;
    await pass(1, () => fixture.metered(server, running, (registerWh += 10)));
    await pass(1);
    expect(askedToStop.length).toBeGreaterThanOrEqual(6);
    await fixture.stopped(server, running, registerWh);
    expect(await session()).toMatchObject({ isProvisional: false, energyWh: registerWh - 1000 });
    askedToStop.length = 0;
    await pass(1);
    expect(askedToStop).toEqual([]);
  });

  test('is asked again if only its connector shows that it still charges', async () => {
    await press();
    await link(server, 'lost');
    await pass(PATIENCE_MINUTES + 1);
    askedToStop.length = 0;
    await link(server, 'back');
    expect(askedToStop).toEqual([running.transactionId]);
    await pass(15);
    askedToStop.length = 0;
    await fixture.reports(server, says('Charging'));
    expect(askedToStop).toEqual([running.transactionId]);
  });
});

test('that nobody stops is settled half a day after the last report of its charge point', async () => {
  await link(server, 'lost');
  clock.advance(SESSION_RULES.noSampleMs - SECOND_MS);
  await server.checkSessions();
  expect(await session()).toMatchObject({ endedAt: null });
  clock.advance(SECOND_MS);
  await server.checkSessions();
  expect(await session()).toMatchObject({ state: 'completed', isProvisional: true, energyWh: 1000 });
});

test('and only has no link stays open, and its screen says that the charge point is away [OCPP-11]', async () => {
  const note = async () => statusNotificationOf(await session(), clock.now(), en).note;
  expect(await note()).toBeUndefined();
  await link(server, 'lost');
  expect(await note()).toBe(en.linkDown.charging());
  await pass(3 * PATIENCE_MINUTES);
  expect(await session()).toMatchObject({ state: 'suspended' });
  await press();
  expect(await note()).toBe(en.linkDown.stopping());
  await link(server, 'back');
  expect(await note()).toBeUndefined();
});
