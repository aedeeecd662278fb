import fc from 'fast-check';
import { ChargePoint } from '@bijli/charge-point/charge-point';
import type { Transaction } from '@bijli/charge-point/connector';
import type { Quirks } from '@bijli/charge-point/quirks';
import { isRefusal, type Client } from '@bijli/contract/client';
import { SECOND_MS, MINUTE_MS, HOUR_MS } from '#kernel/durations.ts';
import { STATION } from './app.ts';
import { startOn } from './bare-transaction.ts';
import type { timedApp } from './manual-time.ts';

type Happening =
  | 'link lost'
  | 'power lost'
  | 'stops unanswered'
  | 'stops rejected'
  | 'start answer lost'
  | 'sample answer lost'
  | 'stop answer lost'
  | 'sample triggered';

/**
 * The plan of a session: the charge point with its quirks, the car, and what goes wrong. Seconds count from the
 * driver's tap. Percentages are of the time that the purchased energy takes after the car is plugged in.
 */
export interface PlannedSession {
  kind: 'FAST-1' | 'SLOW-1';
  quirks: Quirks;
  carKw: number;
  /** Roughly how long the purchased energy takes. */
  minutes: number;
  /** Negative if the car is plugged in before the tap. */
  plugAtSeconds: number;
  happenings: { what: Happening; atPercent: number; forSeconds: number }[];
  end: { how: 'by the driver' | 'by its button' | 'by unplugging' | 'at its limit'; atPercent: number };
}

/** A quirk that one of this many charge points has. */
const oneIn = <T>(chargePoints: number, value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: chargePoints - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const seldom = oneIn(4, fc.constant(true));

const quirks: fc.Arbitrary<Quirks> = fc.record({
  sampleSeconds: fc.constantFrom(5, 10, 15, 60),
  lateStamps: oneIn(3, fc.constantFrom('first', 'each')),
  clockAlignedSeconds: oneIn(3, fc.constantFrom(15, 60)),
  noPower: seldom,
  powerFactor: oneIn(5, fc.constantFrom(0.3, 3)),
  noTransactionId: seldom,
  forgetsTransaction: oneIn(2, fc.constantFrom('no-stop', 'stop-minus-one')),
  resumesTransaction: seldom,
  lostLinkAtStartSeconds: oneIn(8, fc.integer({ min: 5, max: 600 })),
  slowAnswersSeconds: oneIn(6, fc.constantFrom(1, 4, 10, 20)),
  nulPadding: seldom,
  connectionTimeOut: oneIn(5, fc.constantFrom(10, 30, 300)),
  rebootRequired: seldom,
  noStopReason: seldom,
  registerPerTransaction: seldom,
  registerPerBoot: seldom,
  ignoresInvalid: seldom,
  finishingAllowsStart: seldom,
  overdeliversSeconds: oneIn(5, fc.constantFrom(5, 30, 120)),
});

export const plannedSession: fc.Arbitrary<PlannedSession> = fc.record({
  kind: fc.constantFrom('FAST-1', 'FAST-1', 'SLOW-1'),
  quirks: quirks.map((all) => Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))),
  carKw: fc.constantFrom(7, 50, 150),
  minutes: fc.integer({ min: 1, max: 8 }),
  plugAtSeconds: fc.constantFrom(-5, -5, 3, 20, 60, 100),
  happenings: fc.array(
    fc.record({
      what: fc.constantFrom<Happening[]>(
        'link lost',
        'link lost',
        'power lost',
        'power lost',
        'stops unanswered',
        'stops rejected',
        'start answer lost',
        'sample answer lost',
        'stop answer lost',
        'sample triggered',
      ),
      atPercent: fc.integer({ min: 0, max: 120 }),
      forSeconds: fc.constantFrom(2, 20, 105, 300, 1500),
    }),
    { maxLength: 3, size: 'max' },
  ),
  end: fc.record({
    how: fc.constantFrom('by the driver', 'by its button', 'by unplugging', 'at its limit', 'at its limit'),
    atPercent: fc.integer({ min: 0, max: 100 }),
  }),
});

/**
 * Each charge point has a twin for sessions in which it stops late, because the server learns how late each charge
 * point stops.
 */
export const ODD_CHARGE_POINTS = STATION.chargers.flatMap((charger) => [
  charger,
  { ...charger, id: lateId(charger.id) },
]);

function lateId(kind: string): string {
  return `${kind}-LATE`;
}

function chargePointIdOf({ kind, quirks: { slowAnswersSeconds, overdeliversSeconds } }: PlannedSession): string {
  return slowAnswersSeconds || overdeliversSeconds ? lateId(kind) : kind;
}

/** What happened in a planned session. */
export interface SessionOutcome {
  bookingId: string | undefined;
  /** Why the start was refused, if it was. */
  refusal: string | undefined;
  /** The charge point's transactions, with the energy that really flowed. */
  transactions: Transaction[];
  /** How long the session stayed open after the charge point worked again and the car was gone. */
  openForMs: number;
  violations: string[];
}

type DevStack = Awaited<ReturnType<typeof timedApp>>;
type Later = (seconds: number, task: () => void) => void;

const MAX_OPEN_MS = 14 * HOUR_MS;
const LOOK_MS = MINUTE_MS;
const LOST_ANSWERS = {
  'start answer lost': 'StartTransaction',
  'sample answer lost': 'MeterValues',
  'stop answer lost': 'StopTransaction',
} as const;

/** Runs a planned session until the car is gone and the server has closed the session. */
export async function takePlace(plan: PlannedSession, driver: Client, stack: DevStack): Promise<SessionOutcome> {
  const { time, clock } = stack;
  const chargePoint = await stack.chargePoint(chargePointIdOf(plan), { quirks: plan.quirks, random: () => 0.5 });
  const transactions: Transaction[] = [];
  chargePoint.on('transactionStopped', (transaction) => transactions.push(transaction));
  await time.advance(15 * SECOND_MS);

  let isGone = false;
  const later: Later = (seconds, task) => void clock.after(seconds * 1000, () => isGone || task());
  for (const happening of plan.happenings) arrange(plan, happening, chargePoint, later);
  later(Math.max(0, plan.plugAtSeconds), () => chargePoint.plug(1, carOf(plan)));
  if (plan.plugAtSeconds < 0) await time.advance(SECOND_MS);

  const tappedAt = clock.now();
  const tapped = driver.call('remoteStart', { body: bodyOf(plan) });
  await time.settled();
  const booking = async (): Promise<{ id: string; open: boolean } | undefined> => {
    const { rows } = await stack.app.database.$client.query<{ id: string; open: boolean }>(
      'select booking_id as id, ended_at is null as open from charging_sessions where created_at >= $1',
      [tappedAt],
    );
    return rows[0];
  };
  const bookingId = (await booking())?.id;

  await time.advance(secondsOf(plan, plan.end.atPercent) * 1000);
  const stopped = end(plan, chargePoint, driver, bookingId);
  const isOpen = async (): Promise<boolean> => (await booking())?.open ?? false;
  if (plan.end.how === 'at its limit')
    for (let minute = 0; minute < plan.minutes * 3 + 4 && (await isOpen()); minute += 1) await time.advance(MINUTE_MS);
  const lasting = plan.happenings.map(({ atPercent, forSeconds }) => secondsOf(plan, atPercent) + forSeconds);
  await time.advance(Math.max(0, ...lasting) * 1000);

  isGone = true;
  await chargePoint.connect({ patient: true });
  await time.advance(MINUTE_MS);
  chargePoint.stop(1);
  await time.advance(30 * SECOND_MS);
  chargePoint.unplug(1);
  await time.advance(30 * SECOND_MS);
  let openForMs = 0;
  for (; openForMs < MAX_OPEN_MS && (await isOpen()); openForMs += LOOK_MS) await time.advance(LOOK_MS);
  const [answer] = await Promise.all([tapped, stopped]);
  // If the link was lost at the end, the charge point still has messages to deliver.
  await chargePoint.connect({ patient: true });
  await time.advance(MINUTE_MS);
  await chargePoint.close();
  await time.advance(SECOND_MS);
  const refusal = isRefusal(answer) ? answer.code : undefined;
  return { bookingId, refusal, transactions, openForMs, violations: chargePoint.violations };
}

function arrange(
  plan: PlannedSession,
  { what, atPercent, forSeconds }: PlannedSession['happenings'][number],
  chargePoint: ChargePoint,
  later: Later,
): void {
  const begins = secondsOf(plan, atPercent);
  const ends = begins + forSeconds;
  const comeBack = (): void => void chargePoint.connect({ patient: true });
  if (what === 'link lost') {
    later(begins, () => chargePoint.drop());
    later(ends, comeBack);
  } else if (what === 'power lost') later(begins, () => chargePoint.losePower(forSeconds * 1000));
  else if (what === 'sample triggered') later(begins, () => void chargePoint.trigger('MeterValues', 1));
  else if (what === 'stops unanswered' || what === 'stops rejected') {
    const how = what === 'stops rejected' ? 'Rejected' : 'silent';
    later(begins, () => chargePoint.misbehave('RemoteStopTransaction', how));
    later(ends, () => chargePoint.misbehave('RemoteStopTransaction', undefined));
  } else {
    later(begins, () => chargePoint.dropAfterSending(LOST_ANSWERS[what]));
    chargePoint.on('offline', () => later(forSeconds, comeBack));
  }
}

function end(
  { end: { how } }: PlannedSession,
  chargePoint: ChargePoint,
  driver: Client,
  bookingId: string | undefined,
): Promise<unknown> | undefined {
  if (how === 'by its button') chargePoint.stop(1);
  if (how === 'by unplugging') chargePoint.unplug(1);
  if (how !== 'by the driver' || !bookingId) return undefined;
  return driver.call('remoteStop', { body: { transaction_id: bookingId } });
}

/** Converts percentages of a plan into seconds after the tap. */
function secondsOf({ plugAtSeconds, minutes }: PlannedSession, percent: number): number {
  return Math.max(0, plugAtSeconds) + Math.round((minutes * 60 * percent) / 100);
}

function carOf({ carKw }: PlannedSession) {
  return { batteryWh: 80_000, soc: 20, maxPowerW: carKw * 1000 };
}

function bodyOf(plan: PlannedSession) {
  const { kind, carKw, minutes } = plan;
  const kw = kind === 'SLOW-1' ? 7 : carKw;
  return startOn(chargePointIdOf(plan), 1, Math.max(0.05, Math.round((kw * minutes * 100) / 60) / 100));
}
