import { SECOND_MS, HOUR_MS } from '#kernel/durations.ts';
import { isRefusal } from '#kernel/refusal.ts';
import type { SessionContext } from '../context.ts';
import type { LiveSession } from '../live-sessions.ts';
import { readingsFrom } from '../metering/recent-readings.ts';
import { sessionsRefusals } from '../sessions.refusals.ts';
import { isBought } from '../sessions.store.ts';
import { isTargetReached, planLimitStop } from './limit-plan.ts';
import { noteReading, noteConnectorState } from './live-readings.ts';
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
  function sampleDueAtMs(
    { recentReadings, readingsAtSampleRequest }: LiveSession,
    { sampleAtMs }: StopPlan,
  ): number | undefined {
    return readingsAtSampleRequest === recentReadings?.count ? undefined : sampleAtMs;
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
    if (live.planTimer && live.planTimer.atMs <= atMs) return;
    live.planTimer?.cancel();
    live.planTimer = { atMs, cancel: clock.after(waitMs, () => checkAgain(live)) };
  }

  function noteSample(live: LiveSession): void {
    if (live.planningPause) {
      live.planningPause.hasNewSample = true;
      return;
    }
    replan(live);
    if (!live.planTimer || live.planTimer.atMs - nowMs() <= NEAR_END_MS) return;
    const pause = { hasNewSample: false };
    live.planningPause = pause;
    clock.after(PLAN_EVERY_MS, () => {
      live.planningPause = undefined;
      if (pause.hasNewSample) noteSample(live);
    });
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
      live.planTimer ??= { atMs: nowMs() + STOP_RETRY_MS, cancel: clock.after(STOP_RETRY_MS, () => checkAgain(live)) };
    });
  }

  function checkAgain(live: LiveSession): void {
    live.planTimer = undefined;
    doWhatIsDue(live);
  }

  function askForSample(live: LiveSession): void {
    const { chargePointId, connector } = live.session;
    live.readingsAtSampleRequest = live.recentReadings?.count;
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
      if (live.recentReadings || !startedAt || !isBought(live.session)) return;
      live.recentReadings = readingsFrom(startedAt.getTime(), live.sampleReceivedAt.getTime());
      leads.load(chargePointId);
      replan(live);
    },

    /** The session ran before this server started. */
    noteRecovered(live: LiveSession): void {
      // Without a limit the readings are not needed.
      if (!isBought(live.session)) live.recentReadings = undefined;
      if (!live.recentReadings) return;
      leads.load(live.session.chargePointId);
      replan(live);
    },

    noteReading,

    /** The connector has paused, looks free, or goes on. */
    noteStateChange(live: LiveSession): void {
      noteConnectorState(live, nowMs());
      replan(live);
    },

    /** The charge point's link is back. */
    noteConnected(live: LiveSession): void {
      live.readingsAtSampleRequest = undefined;
      replan(live);
    },
  };
}
