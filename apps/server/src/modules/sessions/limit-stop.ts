import type { MeterReading } from '@bijli/ocpp/meter-values';
import { isFailure } from '#kernel/failure.ts';
import type { ChargingContext } from './context.ts';
import type { LiveCharge } from './live-charges.ts';
import { courseFrom, courseOf, withReading, type Course } from './meter-course.ts';
import { looksOver } from './session-state.ts';
import type { StopLeads } from './stop-leads.ts';
import { planStop, type StopPlan } from './stop-plan.ts';
import type { Stops } from './stops.ts';
import { sessionsFailures } from './sessions.failures.ts';

/** A stop nearer than this is planned to the millisecond. */
const SOON_MS = 10_000;
/** A timer holds no more than 24 days; the car may as well trickle for longer. */
const LONGEST_WAIT_MS = 3_600_000;
const HEAR_MS = 5_000;
/** A stop that could not be asked for is tried again after this. */
const AGAIN_MS = 1_000;

export type LimitStop = ReturnType<typeof createLimitStop>;
type Needs = Pick<ChargingContext, 'clock' | 'log' | 'say' | 'points'> & {
  live: Pick<ChargingContext['live'], 'ofBooking'>;
};

/** Asks for the stop just before what was bought is used up, between samples if need be. */
export function createLimitStop(
  { clock, log, say, points, live }: Needs,
  { requestStop }: Pick<Stops, 'requestStop'>,
  leads: Pick<StopLeads, 'of' | 'load'>,
) {
  const now = (): number => clock.now().getTime();

  function planOf(charge: LiveCharge): StopPlan | undefined {
    const { session, course, ratedW, pause, linkBackAt, sampleAsked } = charge;
    if (!course || session.state === 'stopping' || pause.since !== undefined) return undefined;
    // What flows while the link is down is known when the charger is back.
    if (session.linkLostAt) return undefined;
    const latest = courseOf(course, ratedW);
    const stands: Course = { ...latest, at: latest.at + pause.ms };
    const plan = planStop(stands, { limitWh: session.limitWh, ratedW, leadMs: leads.of(session.chargerId) });
    const heardAt = (linkBackAt?.getTime() ?? 0) + HEAR_MS;
    if (!linkBackAt || isHeard(linkBackAt, latest) || plan.stopAt === undefined || plan.stopAt > heardAt) return plan;
    // What was known before the link was lost would stop it at once: a charger that has just come back is asked first.
    return { stopAt: heardAt, sampleAt: sampleAsked === undefined ? linkBackAt.getTime() : undefined };
  }

  /** Whether a reading is known that was taken since the link is back. */
  function isHeard(linkBackAt: Date, { at, powerW }: Course): boolean {
    return powerW !== undefined && at >= linkBackAt.getTime();
  }

  /** A charge that has ended meanwhile, or was taken up anew, has no more stop to ask for. */
  const isLive = (charge: LiveCharge): boolean => live.ofBooking(charge.session.bookingId) === charge;

  /** The plan's sample, unless it was asked for since the latest reading. */
  function sampleDue({ course, sampleAsked }: LiveCharge, { sampleAt }: StopPlan): number | undefined {
    return sampleAsked === course?.count ? undefined : sampleAt;
  }

  function replan(charge: LiveCharge): void {
    const plan = isLive(charge) ? planOf(charge) : undefined;
    if (!plan) return;
    const due = Math.min(plan.stopAt ?? Number.POSITIVE_INFINITY, sampleDue(charge, plan) ?? Number.POSITIVE_INFINITY);
    if (due === Number.POSITIVE_INFINITY) return;
    const dueInMs = Math.max(0, Math.ceil(due - now()));
    // While the end is far it only looks again halfway, so that a sample on the way need not set a new timer.
    const waitMs = dueInMs > SOON_MS ? Math.min(dueInMs / 2, LONGEST_WAIT_MS) : dueInMs;
    const at = now() + waitMs;
    if (charge.stopPlan && charge.stopPlan.at <= at) return;
    charge.stopPlan?.cancel();
    charge.stopPlan = { at, cancel: clock.after(waitMs, () => lookAgain(charge)) };
  }

  function act(charge: LiveCharge): void {
    const plan = isLive(charge) ? planOf(charge) : undefined;
    if (!plan) return;
    if (plan.stopAt !== undefined && plan.stopAt <= now()) {
      ask(charge);
      return;
    }
    const sampleAt = sampleDue(charge, plan);
    if (sampleAt !== undefined && sampleAt <= now()) askForSample(charge);
    replan(charge);
  }

  function ask(charge: LiveCharge): void {
    const { bookingId } = charge.session;
    requestStop(bookingId, 'units_used_up').catch((error: unknown) => {
      if (isFailure(error, sessionsFailures, 'charge_over') || !isLive(charge)) return;
      say('warn', {
        event: 'charging.stop_put_off',
        message: 'the stop will be asked for again',
        facts: { bookingId, error },
      });
      // Once it is written down that the charge shall end, the supervisor asks.
      charge.stopPlan ??= { at: now() + AGAIN_MS, cancel: clock.after(AGAIN_MS, () => lookAgain(charge)) };
    });
  }

  function lookAgain(charge: LiveCharge): void {
    charge.stopPlan = undefined;
    act(charge);
  }

  function askForSample(charge: LiveCharge): void {
    const { chargerId, connector } = charge.session;
    charge.sampleAsked = charge.course?.count;
    points.trigger(chargerId, connector, 'MeterValues').catch((error: unknown) => {
      log.debug({ chargerId, connector, error }, 'a charger gave no sample when it was asked');
    });
  }

  return {
    replan,

    /** The charger has opened the transaction. */
    began(charge: LiveCharge): void {
      const { chargerId, startedAt } = charge.session;
      if (charge.course || !startedAt) return;
      charge.course = courseFrom(startedAt.getTime(), charge.receivedAt.getTime());
      leads.load(chargerId);
      replan(charge);
    },

    /** A charge that ran before this server did. */
    takenUp(charge: LiveCharge): void {
      if (!charge.course) return;
      leads.load(charge.session.chargerId);
      replan(charge);
    },

    /** A reading was counted. One that the meter's path does not believe yet tells nothing. */
    read(charge: LiveCharge, { at, context, powerW, registerWh }: MeterReading, receivedAt: Date): void {
      const { course: before, delivered, pause } = charge;
      if (!before || delivered.registerWh !== registerWh) return;
      const { energyWh } = delivered;
      const reading = { at: at.getTime(), receivedAt: receivedAt.getTime(), context, energyWh, powerW };
      charge.course = withReading(before, reading);
      if (charge.course === before) return;
      pause.ms = 0;
      // Whatever its connector says, energy flows.
      if (energyWh > (before.kept.at(-1)?.energyWh ?? 0)) pause.since = undefined;
      else if (pause.since !== undefined) pause.since = receivedAt.getTime();
    },

    /** The connector pauses, looks as if the charge were over, or goes on. */
    stateChanged(charge: LiveCharge): void {
      const { pause, session } = charge;
      if (session.state === 'suspended' || looksOver(session.connectorStatus)) {
        pause.since ??= now();
      } else if (pause.since !== undefined) {
        pause.ms += now() - pause.since;
        pause.since = undefined;
      }
      replan(charge);
    },

    /** The charger's link is up again. */
    connected(charge: LiveCharge): void {
      charge.sampleAsked = undefined;
      replan(charge);
    },
  };
}
