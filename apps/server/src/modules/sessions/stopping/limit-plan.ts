import { SECOND_MS } from '#kernel/durations.ts';
import type { LiveSession } from '../live-sessions.ts';
import { courseOf, type MeterCourse } from '../metering/meter-course.ts';
import { isBought } from '../sessions.store.ts';
import { isReached, planStop, type StopPlan, type Target } from './stop-plan.ts';

/** How long a charge point that is back has to send the reading that it is asked for. */
const READING_TIMEOUT_MS = 5 * SECOND_MS;

/** When a session that is bought is to stop, and when its charge point is asked for a reading; undefined where neither can be said now. */
export function planLimitStop(
  live: LiveSession,
  { nowMs, leadMs }: { nowMs: number; leadMs: number },
): StopPlan | undefined {
  const { session, course, ratedW, pause, linkBackAt, sampleAskedAtCount } = live;
  if (!course || !isBought(session) || session.state === 'stopping') return undefined;
  // What flows while the link is down is known when the charge point is back.
  if (session.linkLostAt) return undefined;
  const target = targetOf(live);
  // Also of a car that pauses there by itself.
  if (target && isReached(target)) return { stopAtMs: nowMs, sampleAtMs: undefined };
  if (pause.sinceMs !== undefined) return undefined;
  const latest = courseOf(course, ratedW);
  const delayed: MeterCourse = { ...latest, atMs: latest.atMs + pause.ms };
  const plan = planStop(delayed, { boughtWh: session.boughtWh, ratedW, leadMs, target });
  const waitUntilMs = (linkBackAt?.getTime() ?? 0) + READING_TIMEOUT_MS;
  if (!linkBackAt || hasReadingSince(linkBackAt, latest) || plan.stopAtMs === undefined || plan.stopAtMs > waitUntilMs)
    return plan;
  // What was known before the link was lost would stop it at once: a charge point that has just come back is asked first.
  return { stopAtMs: waitUntilMs, sampleAtMs: sampleAskedAtCount === undefined ? linkBackAt.getTime() : undefined };
}

/** Whether a reading is known that was taken since the link is back. */
function hasReadingSince(linkBackAt: Date, { atMs, powerW }: MeterCourse): boolean {
  return powerW !== undefined && atMs >= linkBackAt.getTime();
}

/** Where the driver wants the battery to be, if that was said. */
function targetOf({ session, soc, socAtFirst }: LiveSession): Target | undefined {
  const percent = session.targetSoc ?? undefined;
  return percent === undefined ? undefined : { percent, soc, socAtFirst };
}

/** Whether the battery is where the driver wants it. */
export function isTargetReached(live: LiveSession): boolean {
  const target = targetOf(live);
  return target !== undefined && isReached(target);
}
