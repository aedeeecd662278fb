import { SECOND_MS } from '#kernel/durations.ts';
import type { LiveSession } from '../live-sessions.ts';
import { trendOf, type SessionTrend } from '../metering/session-trend.ts';
import { isBought } from '../sessions.store.ts';
import { isReached, planStop, type StopPlan, type Target } from './stop-plan.ts';

/** How long to wait for the reading that a reconnected charge point is asked for. */
const READING_TIMEOUT_MS = 5 * SECOND_MS;

/**
 * When a bought session must be stopped, and when to ask its charge point for a reading. Undefined if neither is known
 * now.
 */
export function planLimitStop(
  live: LiveSession,
  { nowMs, leadMs }: { nowMs: number; leadMs: number },
): StopPlan | undefined {
  const { session, ratedW, readings, plan: before } = live;
  const { linkBackAt } = live.activity;
  if (!readings.recent || !isBought(session) || session.state === 'stopping') return undefined;
  // What flows while the link is down is known once the charge point is back.
  if (session.linkLostAt) return undefined;
  const target = targetOf(live);
  // Also applies to a car that pauses at its target by itself.
  if (target && isReached(target)) return { stopAtMs: nowMs, sampleAtMs: undefined };
  if (readings.pausedSinceMs !== undefined) return undefined;
  const latest = trendOf(readings.recent, ratedW);
  const delayed: SessionTrend = { ...latest, atMs: latest.atMs + readings.pausedMs };
  const plan = planStop(delayed, { boughtWh: session.boughtWh, ratedW, leadMs, target });
  const waitUntilMs = (linkBackAt?.getTime() ?? 0) + READING_TIMEOUT_MS;
  if (!linkBackAt || hasReadingSince(linkBackAt, latest) || plan.stopAtMs === undefined || plan.stopAtMs > waitUntilMs)
    return plan;
  // With the data from before the outage the stop would be immediate, so a charge point that has just reconnected is
  // asked for a reading first.
  return {
    stopAtMs: waitUntilMs,
    sampleAtMs: before.readingsAtSampleRequest === undefined ? linkBackAt.getTime() : undefined,
  };
}

/** True if a reading was taken since the link came back. */
function hasReadingSince(linkBackAt: Date, { atMs, powerW }: SessionTrend): boolean {
  return powerW !== undefined && atMs >= linkBackAt.getTime();
}

/** The battery target, if the driver has set one. */
function targetOf({ session, meter: { soc, socAtFirst } }: LiveSession): Target | undefined {
  const percent = session.targetSoc ?? undefined;
  return percent === undefined ? undefined : { percent, soc, socAtFirst };
}

/** True if the battery has reached the driver's target. */
export function isTargetReached(live: LiveSession): boolean {
  const target = targetOf(live);
  return target !== undefined && isReached(target);
}
