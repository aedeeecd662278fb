import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#kernel/durations.ts';
import { PLACE, sessionsFixture } from '#testing/sessions-fixture.ts';
import { SESSION_RULES } from '../index.ts';
import type { ChargePointRecord } from './charge-point-stats.store.ts';
import { statsFromRecord } from './stats-from-record.ts';

const { chargePointId } = PLACE;

/** The same course each time: mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test('the figures of a charge point after a generated month match what happened there within one percent [TRUTH-1]', async () => {
  const fixture = await sessionsFixture();
  const { clock, chargePoint, history } = fixture;
  const server = fixture.server();
  const random = randomOf(16);
  const drivers = await Promise.all([1, 2, 3].map((one) => fixture.driver(`980000000${one}`, 100_000_000)));
  const beganMs = clock.now().getTime();
  const minuteNow = () => (clock.now().getTime() - beganMs) / MINUTE_MS;
  /** Each minute in which a connector was of no use, as `minute connector`. */
  const useless = new Set<string>();
  const truth = { starts: 0, begun: 0, kept: 0, watts: [] as number[] };
  const says = (status: string, connector = 1) => ({ ...fixture.says(status), connector });
  await fixture.reports(server, says('Available', 2));
  let registerWh = 1000;

  const pass = (minutes: number) => clock.advance(minutes * MINUTE_MS);
  async function uselessFor(minutes: number, connectors: readonly number[], during: () => void = () => pass(minutes)) {
    const from = minuteNow();
    during();
    for (let minute = from; minute < from + minutes; minute += 1)
      for (const connector of connectors) useless.add(`${minute} ${connector}`);
  }

  const idle: Record<string, () => Promise<void>> = {
    async linkLost() {
      await fixture.link(server, 'lost');
      await uselessFor(5 + Math.floor(random() * 175), [1, 2]);
      await fixture.link(server, 'back');
    },
    async plugFaulted() {
      await fixture.reports(server, says('Faulted'));
      await uselessFor(10 + Math.floor(random() * 110), [1]);
      // It says so again, which is no second fault.
      await fixture.reports(server, says('Faulted'));
      await uselessFor(7, [1]);
      await fixture.reports(server, says('Available'));
    },
    async allUnavailable() {
      await fixture.reports(server, says('Unavailable', 0));
      await uselessFor(20, [1, 2]);
      // Without a link meanwhile: no minute counts twice.
      await fixture.link(server, 'lost');
      await uselessFor(30, [1, 2]);
      await fixture.link(server, 'back');
      await uselessFor(15, [1, 2]);
      await fixture.reports(server, says('Available', 0));
    },
  };

  /** One asks for a charge; answers its booking where the charge point has taken it. */
  async function asked(): Promise<Awaited<ReturnType<typeof fixture.asked>> | undefined> {
    const driverId = drivers[Math.floor(random() * 3)] ?? 0;
    return fixture.asked(server, driverId).catch(() => undefined);
  }
  async function timedOut(status: string): Promise<void> {
    await asked();
    await fixture.reports(server, says(status));
    clock.advance(SESSION_RULES.startWithinMs + SECOND_MS);
    await server.checkSessions();
    await fixture.reports(server, says('Available'));
    // To the full minute, which the truth is counted in.
    clock.advance(Math.ceil(minuteNow()) * MINUTE_MS - (clock.now().getTime() - beganMs));
  }
  const attempts: Record<string, () => Promise<void>> = {
    async refused() {
      truth.starts += 1;
      chargePoint.start = 'rejected';
      await asked();
      chargePoint.start = 'accepted';
    },
    async nothingBegins() {
      truth.starts += 1;
      await timedOut('Preparing');
    },
    noCable: () => timedOut('Available'),
    async givenUp() {
      const start = await asked();
      const session = start && (await server.findSessionByOneTimeTag(start.start.idTag));
      if (session) await server.stop(session.driverId, session.bookingId);
    },
  };
  async function charged(reason: string): Promise<void> {
    const start = await asked();
    if (!start) return expect.fail('a free charge point was not asked');
    truth.starts += 1;
    truth.begun += 1;
    if (reason === 'Local') truth.kept += 1;
    const { transactionId } = await server.started({ ...start.start, meterStartWh: registerWh });
    const running = { driverId: 0, bookingId: start.bookingId, transactionId };
    const watts = 6000 + Math.floor(random() * 6) * 1200;
    truth.watts.push(watts);
    for (let minute = 0; minute < 12; minute += 1) {
      pass(1);
      registerWh += watts / 60;
      await fixture.metered(server, running, registerWh);
    }
    const now = { at: clock.now(), receivedAt: clock.now() };
    await server.stopped({ chargePointId, transactionId, meterStopWh: registerWh, reason, readings: [], ...now });
    await fixture.reports(server, says('Available'));
  }

  const whole = 30 * DAY_MS;
  while (minuteNow() * MINUTE_MS < whole - 12 * HOUR_MS) {
    pass(120 + Math.floor(random() * 300));
    const chance = random();
    if (chance < 0.12) await idle['linkLost']?.();
    else if (chance < 0.2) await idle['plugFaulted']?.();
    else if (chance < 0.24) await idle['allUnavailable']?.();
    const turn = random();
    if (turn < 0.08) await attempts['refused']?.();
    else if (turn < 0.13) await attempts['nothingBegins']?.();
    else if (turn < 0.18) await attempts['noCable']?.();
    else if (turn < 0.22) await attempts['givenUp']?.();
    else await charged(random() < 0.07 ? 'PowerLoss' : 'Local');
  }
  clock.advance(beganMs + whole - clock.now().getTime());

  const told = (await history.readStats([chargePointId], clock.now())).get(chargePointId);
  const up = 1 - useless.size / (2 * 30 * 24 * 60);
  const middle = truth.watts.toSorted((a, b) => a - b)[Math.floor(truth.watts.length / 2)] ?? 0;
  const { starts, begun, kept } = truth;
  // Each kind has happened, so that each figure says something.
  expect([up < 0.99, begun < starts, kept < begun, starts > 80]).toEqual([true, true, true, true]);
  const right = {
    uptimePercent: 100 * up,
    startPercent: (100 * begun) / starts,
    keptPercent: (100 * kept) / begun,
    reliablePercent: (100 * kept) / starts,
    worksPercent: (100 * up * kept) / starts,
  };
  for (const [name, percent] of Object.entries(right)) {
    const wrongBy = percent - (told?.[name as keyof typeof right] ?? Number.NaN);
    expect(wrongBy, name).toBeGreaterThan(-1e-6);
    expect(wrongBy, name).toBeLessThan(1);
  }
  expect(Math.abs((told?.typicalW ?? 0) / middle - 1)).toBeLessThan(0.01);
  await server.close();
});

const record: ChargePointRecord = {
  chargePointId,
  attempts: 5,
  startedCount: 5,
  soundCount: 4,
  measuredCount: 5,
  typicalW: 50_000,
  chargedCount: 5,
  lastAt: new Date(0),
  typicalSeconds: 60,
};

test('no figure is shown that is based on too little data [TRUTH-1]', () => {
  const day = { seconds: 86_400, share: 0.5 };
  expect(statsFromRecord(undefined, undefined)).toEqual({});
  expect(
    statsFromRecord(
      { ...record, attempts: 4, startedCount: 4, measuredCount: 4, chargedCount: 4 },
      { ...day, seconds: 86_399 },
    ),
  ).toEqual({});
  expect(statsFromRecord({ ...record, attempts: 4, startedCount: 4, measuredCount: 4, chargedCount: 4 }, day)).toEqual({
    uptimePercent: 50,
  });
  expect(statsFromRecord(record, day)).toMatchObject({ startPercent: 100, keptPercent: 80, worksPercent: 40 });
  expect(statsFromRecord(record, undefined)).not.toHaveProperty('worksPercent');
  expect(statsFromRecord({ ...record, attempts: 6, startedCount: 4 }, day)).not.toHaveProperty('keptPercent');
});
