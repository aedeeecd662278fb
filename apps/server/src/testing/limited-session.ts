import fc from 'fast-check';
import { charge as chargeCar, type Car } from '@bijli/charge-point/car';
import type { Database } from '#db/database.ts';
import { TestClock } from '#kernel/clock.ts';
import type { Log } from '#kernel/log.ts';
import type { ChargePoints } from '#modules/sessions/index.ts';
import { LiveSessions, type LiveSession } from '#modules/sessions/live-sessions.ts';
import { createCounting } from '#modules/sessions/metering/counting.ts';
import type { Session } from '#modules/sessions/sessions.store.ts';
import { createLimitStop } from '#modules/sessions/stopping/limit-stop.ts';

/** A session with a limit, as a charge point runs it, and the charge point's mistakes. */
export interface LimitedSession {
  boughtWh: number;
  ratedW: number;
  car: Car;
  intervalS: number;
  /** How many seconds after the start energy begins to flow. */
  waitS: number;
  power: 'true' | 'none' | 'threefold';
  stamps: 'true' | 'first-late' | 'each-late' | 'whole-seconds';
  /** How far the charge point's clock is ahead. Negative if it is behind. */
  clockOffMs: number;
  /** The register counts in steps of this size, and showed `startWh` before the session. */
  grainWh: number;
  startWh: number;
  /** The longest time that a message is on its way. */
  jitterMs: number;
  /** The share of this time that each message takes, in percent. */
  jitter: number[];
  /** How long the charge point takes to obey a stop request. */
  slowMs: number;
  /** How long the server believes that it takes. */
  leadMs: number;
  triggers: boolean;
}

const START = Date.parse('2026-11-20T10:00:00Z');

/** The energy that flows into a car, and the register that counts it. */
class Flow {
  deliveredWh = 0;
  isOver = false;
  readonly #it: LimitedSession;
  readonly #clock: TestClock;
  #car: Car;
  #readS = 0;

  constructor(it: LimitedSession, clock: TestClock) {
    this.#it = it;
    this.#clock = clock;
    this.#car = it.car;
  }

  read(): { registerWh: number; powerW: number } {
    const { ratedW, waitS, grainWh, startWh } = this.#it;
    const seconds = Math.max(0, (this.#clock.now().getTime() - START) / 1000 - waitS);
    const supply = { current: 'DC' as const, maxPowerW: ratedW };
    const step = this.isOver ? undefined : chargeCar(this.#car, supply, this.#readS, seconds - this.#readS);
    this.#car = step?.car ?? this.#car;
    this.deliveredWh += step?.energyWh ?? 0;
    this.#readS = seconds;
    return {
      registerWh: Math.floor((startWh + this.deliveredWh) / grainWh) * grainWh,
      powerW: seconds > 0 ? (step?.powerW ?? 0) : 0,
    };
  }

  stop(): void {
    this.read();
    this.isOver = true;
  }
}

/** What a charge point reports of a reading that it has just taken. */
function reported(
  it: LimitedSession,
  takenAtMs: number,
  context: string,
  isFirst: boolean,
  read: ReturnType<Flow['read']>,
) {
  const { intervalS, stamps, power, clockOffMs } = it;
  const isLate = context === 'Sample.Periodic' && (stamps === 'each-late' || (stamps === 'first-late' && isFirst));
  const stamp = takenAtMs + clockOffMs - (isLate ? intervalS * 1000 : 0);
  const at = new Date(stamps === 'whole-seconds' ? Math.floor(stamp / 1000) * 1000 : stamp);
  const powerW = Math.round(power === 'threefold' ? read.powerW * 3 : read.powerW);
  return { at, context, registerWh: read.registerWh, ...(power !== 'none' && { powerW }) };
}

/** Adds the session to those that the server keeps in memory. */
export function liveSession(liveSessions: LiveSessions, it: LimitedSession, meterStartWh: number): LiveSession {
  const session = {
    bookingId: 'B1',
    chargePointId: 'C1',
    connector: 1,
    state: 'charging',
    transactionId: 1000,
    boughtWh: it.boughtWh,
    meterStartWh,
    startedAt: new Date(START + Math.min(0, it.clockOffMs)),
    linkLostAt: null,
    restartedAt: null,
  } as Session;
  return liveSessions.add(session, it.ratedW, new Date(START));
}

/** What happened in a session. `readings` counts those before the stop was asked for. */
interface Run {
  deliveredWh: number;
  /** After how many seconds the stop was asked for. Undefined if it was not. */
  stopAskedS: number | undefined;
  readings: number;
  askedFor: number;
}

/** Runs a session until it has stopped, with the rules that run in the server. */
export function runSession(it: LimitedSession): Run {
  const clock = new TestClock(new Date(START).toISOString());
  const flow = new Flow(it, clock);
  const liveSessions = new LiveSessions();
  const live = liveSession(liveSessions, it, flow.read().registerWh);
  const run = {
    readings: 0,
    askedFor: 0,
    taken: 0,
    ways: 0,
    arrivesAt: START,
    stopAskedS: undefined as number | undefined,
  };
  const wayMs = () => (it.jitterMs * (it.jitter[run.ways++ % it.jitter.length] ?? 0)) / 100;
  const log = { warn() {}, debug() {} } as unknown as Log;
  // The rules take these, but do not use them here.
  const nothing = { database: undefined as unknown as Database, log, clock, logSampled: () => undefined };

  async function trigger(): Promise<'accepted' | 'rejected'> {
    if (!it.triggers) return 'rejected';
    run.askedFor += 1;
    clock.after(it.slowMs + wayMs(), () => sample('Trigger'));
    return 'accepted';
  }
  async function requestStop(): Promise<'accepted'> {
    liveSessions.refresh({ ...live.session, state: 'stopping' });
    run.readings = live.readings.recent?.count ?? 0;
    run.stopAskedS = (clock.now().getTime() - START) / 1000;
    clock.after(it.slowMs + Math.min(200, wayMs()), () => flow.stop());
    return 'accepted';
  }
  const chargePoints = { trigger } as unknown as ChargePoints;
  const leads = { leadMsOf: () => it.leadMs, load: () => undefined };
  const limit = createLimitStop({ ...nothing, chargePoints, liveSessions }, { requestStop }, leads);
  const counting = createCounting(nothing, { stopVerdicts: { noteEnergyGrowth: () => undefined }, limitStop: limit });

  function sample(context: string): void {
    if (flow.isOver) return;
    const reading = reported(it, clock.now().getTime(), context, run.taken === 0, flow.read());
    run.taken += 1;
    // Messages on one link arrive in order.
    run.arrivesAt = Math.max(run.arrivesAt, clock.now().getTime() + wayMs());
    clock.after(run.arrivesAt - clock.now().getTime(), () => {
      counting.countReadings(live, [reading], clock.now());
      limit.noteSample(live);
    });
  }
  function periodically(): void {
    clock.after(it.intervalS * 1000, () => {
      sample('Sample.Periodic');
      if (!flow.isOver) periodically();
    });
  }
  limit.noteStarted(live);
  periodically();
  for (let steps = 0; !flow.isOver && steps < 20_000; steps += 1) clock.advance(Math.max(1, clock.nextDueInMs ?? 1));
  const { stopAskedS, readings, askedFor } = run;
  return { deliveredWh: flow.deliveredWh, stopAskedS, readings, askedFor };
}

export const limitedSessions: fc.Arbitrary<LimitedSession> = fc.record({
  // 10 Wh is the smallest purchase.
  boughtWh: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 20, max: 4000 })).map((tens) => tens * 10),
  ratedW: fc.constantFrom(7_400, 22_000, 60_000, 120_000, 240_000),
  car: fc.record({
    batteryWh: fc.constantFrom(30_000, 60_000, 90_000),
    soc: fc.integer({ min: 5, max: 90 }),
    maxPowerW: fc.constantFrom(7_400, 50_000, 100_000, 250_000),
  }),
  intervalS: fc.constantFrom(5, 10, 15, 60),
  waitS: fc.constantFrom(0, 0, 4, 25),
  power: fc.constantFrom('true', 'none', 'threefold'),
  stamps: fc.constantFrom('true', 'first-late', 'each-late', 'whole-seconds'),
  clockOffMs: fc.constantFrom(0, -90_000, 7_000),
  grainWh: fc.constantFrom(1, 1, 10, 100, 1000),
  startWh: fc.integer({ min: 10_000, max: 99_999 }),
  jitterMs: fc.constantFrom(0, 200, 1000),
  jitter: fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 7 }),
  slowMs: fc.constantFrom(0, 300, 4000),
  leadMs: fc.constant(250),
  triggers: fc.boolean(),
});
