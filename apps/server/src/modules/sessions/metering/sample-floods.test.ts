import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { socketEvent } from '@bijli/contract/realtime';
import type { MeterReading } from '@bijli/ocpp/meter-values';
import { pageOf } from '#db/pagination.ts';
import { MINUTE_MS, SECOND_MS } from '#kernel/durations.ts';
import { sessionsFixture, PLACE, type Begun } from '#testing/sessions-fixture.ts';
import { beforeNext, countStatements } from '#testing/statements.ts';
import type { Sessions } from '../index.ts';
import { listSamples } from '../sessions.store.ts';
import { listDisputes } from '../settling/disputes.store.ts';

/**
 * Charge points that send far more samples than anybody needs: what they cost grows with their number and no faster.
 */
const fixture = await sessionsFixture();
const { clock, database, says, link, sent } = fixture;
afterAll(() => fixture.close());

/** What a charge point's clock says that was never set. */
const LONG_AGO = new Date('2015-01-01T00:00:00Z');
/** Samples that are kept of a transaction that has just begun. */
const ALLOWANCE = 1000;

let server: Sessions;
let drivers = 9_480_000_000;

beforeEach(async () => {
  server = fixture.server();
  await link(server, 'back');
  await fixture.reports(server, says('Available'));
  return () => server.close();
});

const begun = async () => fixture.begun(server, await fixture.driver(String(drivers++), 50_000));

/** A reading of so long ago. */
const reading = (agoMs: number, registerWh: number): MeterReading => ({
  at: new Date(clock.now().getTime() - agoMs),
  context: 'Sample.Periodic',
  registerWh,
});

const metered = (transactionId: number, ...readings: MeterReading[]) =>
  server.metered({ ...PLACE, transactionId, readings, receivedAt: clock.now(), raw: '{}' });

/** Messages of many samples each, more than a young transaction has room for. */
async function flood(transactionId: number): Promise<void> {
  for (let message = 0; message < 5; message += 1) {
    const readings = Array.from({ length: 400 }, (_, index) => reading(index - message * 400, 1000 + message));
    await metered(transactionId, ...readings);
  }
}

const kept = async ({ transactionId }: Pick<Begun, 'transactionId'>): Promise<number> =>
  (await listSamples(database, transactionId)).length;

/** How often the samples of a transaction were read while a task was done. */
async function readsOf(transactionId: number, task: () => Promise<void>): Promise<number> {
  const isReading = /^select "sampled_at".* from "meter_samples" .* order by/;
  return countStatements(database, ({ text, values }) => isReading.test(text) && values[0] === transactionId, task);
}

describe('samples of a rejected transaction', () => {
  const claimed = async (transactionId: number) =>
    (await listDisputes(database, { includesResolved: true }, pageOf({}))).rows
      .filter((one) => one.transactionId === transactionId)
      .map(({ energyWh }) => energyWh);

  const rejected = async () => {
    const times = { at: clock.now(), receivedAt: clock.now() };
    return (await server.started({ ...PLACE, idTag: `CARD-${drivers++}`, meterStartWh: 1000, ...times })).transactionId;
  };

  test('are counted once a minute, and the last ones when it falls silent', async () => {
    const transactionId = await rejected();
    const reads = await readsOf(transactionId, async () => {
      for (let second = 1; second <= 120; second += 1) {
        clock.advance(SECOND_MS);
        await metered(transactionId, reading(0, 1000 + second));
        if (second % 5 === 0) await server.checkSessions();
      }
    });
    expect(reads).toBeLessThanOrEqual(3);
    clock.advance(MINUTE_MS);
    await server.checkSessions();
    expect(await claimed(transactionId)).toEqual([120]);
    const later = await readsOf(transactionId, async () => {
      clock.advance(MINUTE_MS);
      await server.checkSessions();
    });
    expect(later).toBe(0);
    await fixture.stopped(server, { driverId: 0, bookingId: '', transactionId }, 1120);
  });

  test('are limited by the time since the server heard of it, whatever the timestamp of its start', async () => {
    const start = { ...PLACE, idTag: `CARD-${drivers++}`, meterStartWh: 1000, at: LONG_AGO, receivedAt: clock.now() };
    const { transactionId } = await server.started(start);
    await flood(transactionId);
    expect(await kept({ transactionId })).toBe(ALLOWANCE);
    // A server that was started anew counts what is there.
    await server.close();
    server = fixture.server();
    await server.resume();
    await flood(transactionId);
    expect(await kept({ transactionId })).toBe(ALLOWANCE);
    await fixture.stopped(server, { driverId: 0, bookingId: '', transactionId }, 1000);
  });

  test('are not counted again because one arrives during counting', async () => {
    const transactionId = await rejected();
    clock.advance(20 * MINUTE_MS);
    await metered(transactionId, reading(0, 1100));
    beforeNext(database, /"refused_transactions" .* for update/, async () => {
      clock.advance(SECOND_MS);
      await metered(transactionId, reading(0, 1200));
    });
    expect(await readsOf(transactionId, () => server.checkSessions())).toBe(1);
    const soon = await readsOf(transactionId, async () => {
      for (let second = 5; second < 120; second += 5) {
        clock.advance(5 * SECOND_MS);
        await server.checkSessions();
      }
    });
    expect(soon).toBe(0);
    clock.advance(10 * SECOND_MS);
    expect(await readsOf(transactionId, () => server.checkSessions())).toBe(1);
    await fixture.stopped(server, { driverId: 0, bookingId: '', transactionId }, 1200);
  });

  test('that came just before the server ended are counted by the next server', async () => {
    const transactionId = await rejected();
    clock.advance(MINUTE_MS);
    await metered(transactionId, reading(0, 1400));
    await server.close();
    server = fixture.server();
    await server.resume();
    await server.checkSessions();
    expect(await claimed(transactionId)).toEqual([400]);
    await fixture.stopped(server, { driverId: 0, bookingId: '', transactionId }, 1500);
    clock.advance(MINUTE_MS);
    await server.checkSessions();
    expect(await claimed(transactionId)).toEqual([500]);
  });
});

test('a sample is on the driver’s screen while it is being written, and a late one once it is counted [OCPP-4]', async () => {
  const session = await begun();
  clock.advance(10 * MINUTE_MS);
  const event = socketEvent.meterValue(PLACE.chargePointId, PLACE.connector);
  /** What the driver's screens have been sent by the time that samples are about to be written, and once they are. */
  async function shownAt(...readings: MeterReading[]): Promise<{ before: number; after: number }> {
    const shown = () => sent.filter((one) => one.driverId === session.driverId && one.event === event).length;
    const from = shown();
    let before = Number.NaN;
    beforeNext(database, /insert into meter_samples/, async () => void (before = shown() - from));
    await metered(session.transactionId, ...readings);
    return { before, after: shown() - from };
  }
  const newest = Array.from({ length: 40 }, (_, index) => reading((40 - index) * SECOND_MS, 1400 + index));
  expect(await shownAt(...newest)).toEqual({ before: 1, after: 1 });
  expect(await shownAt(reading(5 * MINUTE_MS, 1200))).toEqual({ before: 0, after: 1 });
  await fixture.stopped(server, session, 1500);
});

test('a session whose samples come in any order is counted again every few seconds, including the last sample', async () => {
  const session = await begun();
  clock.advance(30 * MINUTE_MS);
  const newest = Array.from({ length: 40 }, (_, index) => reading((40 - index) * SECOND_MS, 1400 + index));
  await metered(session.transactionId, ...newest);
  const reads = await readsOf(session.transactionId, async () => {
    for (let late = 1; late <= 60; late += 1)
      await metered(session.transactionId, reading((late * MINUTE_MS) / 4, 1200));
  });
  expect(reads).toBe(1);
  // These are counted when it is checked.
  await metered(session.transactionId, reading(3 * MINUTE_MS, 1300), reading(2 * MINUTE_MS, 1350));
  clock.advance(10 * MINUTE_MS);
  const more = await readsOf(session.transactionId, () => server.checkSessions());
  expect(more).toBe(1);
  const live = server.findLive(session.driverId, session.bookingId);
  expect(live?.meter.delivered).toMatchObject({ energyWh: 439, needsRecount: false });
  expect(await readsOf(session.transactionId, () => server.checkSessions())).toBe(0);
  await fixture.stopped(server, session, 1500);
});

test('a session whose start is stamped years ago is counted again as soon as any other', async () => {
  const driverId = await fixture.driver(String(drivers++), 50_000);
  const { bookingId, start } = await fixture.asked(server, driverId);
  const { transactionId } = await server.started({ ...start, at: LONG_AGO });
  clock.advance(30 * MINUTE_MS);
  await metered(
    transactionId,
    ...Array.from({ length: 40 }, (_, index) => reading((40 - index) * SECOND_MS, 1400 + index)),
  );
  await metered(transactionId, reading(20 * MINUTE_MS, 1200));
  await metered(transactionId, reading(19 * MINUTE_MS, 1210));
  clock.advance(MINUTE_MS);
  await server.checkSessions();
  expect(server.findLive(driverId, bookingId)?.meter.delivered.needsRecount).toBe(false);
  await fixture.stopped(server, { driverId, bookingId, transactionId }, 1500);
});

test('two samples a second and an allowance are stored of a session, and the last is billed if the stop has no register', async () => {
  const session = await begun();
  const sending: Promise<void>[] = [];
  for (let sent = 1; sent <= 1200; sent += 1) {
    clock.advance(10);
    sending.push(metered(session.transactionId, reading(0, 1000 + Math.floor(sent / 4))));
  }
  await Promise.all(sending);
  const secondsPassed = 12;
  expect(await kept(session)).toBeLessThanOrEqual(1000 + 2 * secondsPassed);
  clock.advance(5 * SECOND_MS);
  await server.checkSessions();
  expect(server.findLive(session.driverId, session.bookingId)?.meter.delivered).toMatchObject({ energyWh: 300 });
  await fixture.reports(server, says('Available'));
  clock.advance(3 * MINUTE_MS);
  await server.checkSessions();
  const ended = await server.findOfDriver(session.driverId, session.bookingId);
  expect(ended).toMatchObject({ isProvisional: true, energyWh: 300 });
  await fixture.stopped(server, session, 1300);
});

test('the budget of a session whose start is stamped years ago grows from the request, also after a restart of the server', async () => {
  const driverId = await fixture.driver(String(drivers++), 50_000);
  const { bookingId, start } = await fixture.asked(server, driverId);
  const { transactionId } = await server.started({ ...start, at: LONG_AGO });
  await flood(transactionId);
  expect(await kept({ transactionId })).toBe(ALLOWANCE);
  await server.close();
  server = fixture.server();
  await server.resume();
  await flood(transactionId);
  expect(await kept({ transactionId })).toBe(ALLOWANCE);
  await fixture.stopped(server, { driverId, bookingId, transactionId }, 1000);
});

describe('the last reading of a register that was over budget', () => {
  /** A session whose samples have used up all room, at 1004 Wh. */
  async function full(): Promise<Begun> {
    const session = await begun();
    await flood(session.transactionId);
    clock.advance(5 * SECOND_MS);
    await metered(session.transactionId, ...Array.from({ length: 10 }, (_, index) => reading(10 - index, 1004)));
    return session;
  }

  const energyWh = (session: Begun) => server.findLive(session.driverId, session.bookingId)?.meter.delivered.energyWh;

  test('is not replaced by one with power only, nor by an older one', async () => {
    const session = await full();
    await metered(session.transactionId, reading(0, 1050));
    await metered(session.transactionId, { at: clock.now(), context: 'Sample.Periodic', powerW: 7000 });
    await metered(session.transactionId, reading(1 * SECOND_MS, 1040));
    clock.advance(5 * SECOND_MS);
    await server.checkSessions();
    expect(energyWh(session)).toBe(50);
    await fixture.stopped(server, session, 1050);
  });

  test('is not replaced by an older one within budget until a later one is', async () => {
    const session = await full();
    await metered(session.transactionId, reading(0, 1050));
    clock.advance(2 * SECOND_MS);
    await metered(session.transactionId, reading(3 * SECOND_MS, 1040));
    await server.checkSessions();
    expect(energyWh(session)).toBe(50);
    clock.advance(SECOND_MS);
    await metered(session.transactionId, reading(0, 1055));
    const later = await kept(session);
    clock.advance(5 * SECOND_MS);
    await server.checkSessions();
    expect(await kept(session)).toBe(later);
    await fixture.stopped(server, session, 1055);
  });
});
