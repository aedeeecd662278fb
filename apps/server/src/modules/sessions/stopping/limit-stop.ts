import type { MeterReading } from '@bijli/ocpp/meter-values';
import { SECOND_MS, HOUR_MS } from '#kernel/durations.ts';
import { isRefusal } from '#kernel/refusal.ts';
import type { SessionContext } from '../context.ts';
import type { LiveSession } from '../live-sessions.ts';
import { readingsFrom } from '../metering/recent-readings.ts';
import { sessionsRefusals } from '../sessions.refusals.ts';
import { isBought } from '../sessions.store.ts';
import { isTargetReached, planLimitStop } from './limit-plan.ts';
import {
  cancelPlan,
  endPlanningPause,
  noteSampleInPause,
  noteSampleRequest,
  pausePlanning,
  replaceTimer,
} from './live-plan.ts';
import { noteConnectorState, noteReading, replaceReadings } from './live-readings.ts';
import type { StopLeads } from './stop-leads.ts';
import type { StopPlan } from './stop-plan.ts';
import type { Stops } from './stops.ts';

/** A stop that is nearer than this is scheduled to the millisecond. */
const NEAR_END_MS = 10 * SECOND_MS;
/** Maximum length of a timer. JavaScript allows 24 days, and a car may trickle for longer, so long waits are split. */
const MAX_TIMER_MS = HOUR_MS;
/** While the end is far, one plan covers all samples within this time, because a backlog brings hundreds. */
const PLAN_EVERY_MS = SECOND_MS;
/** A stop that could not be requested is tried again after this. */
const STOP_RETRY_MS = SECOND_MS;

export type LimitStop = ReturnType<typeof createLimitStop>;
type LimitStopOptions = Pick<SessionContext, 'clock' | 'log' | 'logSampled' | 'chargePoints'> & {
  liveSessions: Pick<SessionContext['liveSessions'], 'ofBookingId'>;
};

/**
 * Requests the stop just before the bought energy is used up, even between samples, or when the battery reaches its
 * target.
 */
export function createLimitStop(
  { clock, log, logSampled, chargePoints, liveSessions }: LimitStopOptions,
  { requestStop }: Pick<Stops, 'requestStop'>,
  leads: Pick<StopLeads, 'leadMsOf' | 'load'>,
) {
  const nowMs = (): number => clock.now().getTime();

  const planOf = (live: LiveSession): StopPlan | undefined =>
    planLimitStop(live, { nowMs: nowMs(), leadMs: leads.leadMsOf(live.session.chargePointId) });

  /** False if the session has ended or was recovered, so that this object is outdated. */
  const isLive = (live: LiveSession): boolean => liveSessions.ofBookingId(live.session.bookingId) === live;

  /** When the planned sample is due, unless it was requested since the latest reading. */
  function sampleDueAtMs({ readings, plan }: LiveSession, { sampleAtMs }: StopPlan): number | undefined {
    return plan.readingsAtSampleRequest === readings.recent?.count ? undefined : sampleAtMs;
  }

  function replan(live: LiveSession): void {
    const plan = isLive(live) ? planOf(live) : undefined;
    if (!plan) return;
    const dueAtMs = Math.min(
      plan.stopAtMs ?? Number.POSITIVE_INFINITY,
      sampleDueAtMs(live, plan) ?? Number.POSITIVE_INFINITY,
    );
    if (dueAtMs === Number.POSITIVE_INFINITY) return;
    const dueInMs = Math.max(0, Math.ceil(dueAtMs - nowMs()));
    // While the end is far, the timer runs for half of the time, so that samples on the way need not reset it.
    const waitMs = dueInMs > NEAR_END_MS ? Math.min(dueInMs / 2, MAX_TIMER_MS) : dueInMs;
    const atMs = nowMs() + waitMs;
    if (!live.plan.timer || live.plan.timer.atMs > atMs) checkAfter(live, waitMs);
  }

  function noteSample(live: LiveSession): void {
    const { plan } = live;
    if (plan.pause) return noteSampleInPause(plan);
    replan(live);
    if (!plan.timer || plan.timer.atMs - nowMs() <= NEAR_END_MS) return;
    const cancel = clock.after(PLAN_EVERY_MS, () => {
      if (endPlanningPause(plan)) noteSample(live);
    });
    pausePlanning(plan, cancel);
  }

  function doWhatIsDue(live: LiveSession): void {
    const plan = isLive(live) ? planOf(live) : undefined;
    if (!plan) return;
    if (plan.stopAtMs !== undefined && plan.stopAtMs <= nowMs()) {
      askForStop(live);
      return;
    }
    const sampleAtMs = sampleDueAtMs(live, plan);
    if (sampleAtMs !== undefined && sampleAtMs <= nowMs()) askForSample(live);
    replan(live);
  }

  function askForStop(live: LiveSession): void {
    const { bookingId } = live.session;
    requestStop(bookingId, isTargetReached(live) ? 'target_reached' : 'units_used_up').catch((error: unknown) => {
      if (isRefusal(error, sessionsRefusals, 'charge_over') || !isLive(live)) return;
      logSampled('warn', {
        event: 'session.stop_postponed',
        message: 'the stop will be requested again',
        facts: { bookingId, error },
      });
      // The supervisor requests the stop as soon as the row says that the session must end.
      if (!live.plan.timer) checkAfter(live, STOP_RETRY_MS);
    });
  }

  function checkAfter(live: LiveSession, waitMs: number): void {
    const check = () => {
      cancelPlan(live.plan);
      doWhatIsDue(live);
    };
    replaceTimer(live.plan, { atMs: nowMs() + waitMs, cancel: clock.after(waitMs, check) });
  }

  function askForSample(live: LiveSession): void {
    const { chargePointId, connector } = live.session;
    noteSampleRequest(live.plan, live.readings.recent?.count);
    chargePoints.trigger(chargePointId, connector, 'MeterValues').catch((error: unknown) => {
      log.debug(
        { event: 'session.sample_not_sent', chargePointId, connector, error },
        'a charge point sent no sample when asked',
      );
    });
  }

  return {
    /** A sample was counted. */
    noteSample,

    /** The charge point has opened the transaction. */
    noteStarted(live: LiveSession): void {
      const { chargePointId, startedAt } = live.session;
      if (live.readings.recent || !startedAt || !isBought(live.session)) return;
      const receivedAtMs = live.activity.sampleReceivedAt.getTime();
      replaceReadings(live.readings, readingsFrom(startedAt.getTime(), receivedAtMs));
      leads.load(chargePointId);
      replan(live);
    },

    /** The session ran before this server started. */
    noteRecovered(live: LiveSession): void {
      // Without a limit the readings are not needed.
      if (!isBought(live.session)) replaceReadings(live.readings, undefined);
      if (!live.readings.recent) return;
      leads.load(live.session.chargePointId);
      replan(live);
    },

    noteReading(live: LiveSession, reading: MeterReading, receivedAt: Date): void {
      noteReading(live.readings, reading, { delivered: live.meter.delivered, receivedAt });
    },

    /** The connector has paused, looks free, or goes on. */
    noteStateChange(live: LiveSession): void {
      noteConnectorState(live.readings, live.session, nowMs());
      replan(live);
    },

    /** The charge point's link is back. */
    noteConnected(live: LiveSession): void {
      noteSampleRequest(live.plan, undefined);
      replan(live);
    },
  };
}
