import { MINUTE_MS } from '#kernel/durations.ts';
import type { SessionContext } from '../context.ts';
import type { LiveSession } from '../live-sessions.ts';
import { isStarting } from '../session-state.ts';
import type { FailedStarts } from '../starting/failed-starts.ts';
import type { Stops } from '../stopping/stops.ts';
import { isFreed } from './connector-status.ts';
import { startDueAtMs, stopDueAtMs } from './due-times.ts';
import { noteEndHint } from './live-activity.ts';
import type { LostLinks } from './lost-links.ts';

/** A held start is sent within seconds. After this it has been forgotten. */
const HELD_FOR_MS = MINUTE_MS;

export type Deadlines = ReturnType<typeof createDeadlines>;

/** Decides when an inactive session is stopped or closed. */
export function createDeadlines(
  { clock, rules, logSampled }: SessionContext,
  {
    failedStarts,
    stops,
    lostLinks,
  }: {
    failedStarts: Pick<FailedStarts, 'fail' | 'failOverdue'>;
    stops: Pick<Stops, 'closeProvisionally' | 'askToStop' | 'requestStop'>;
    lostLinks: Pick<LostLinks, 'waitsUntilMs'>;
  },
) {
  const isLongAgo = (then: Date | undefined, ms: number): boolean =>
    then !== undefined && clock.now().getTime() - then.getTime() >= ms;

  /** True if a deadline has passed and the charge point has had time to report after an outage. */
  const isDue = (live: LiveSession, dueAtMs: number): boolean =>
    clock.now().getTime() >= Math.max(dueAtMs, lostLinks.waitsUntilMs(live));

  /** When a session that takes no energy is stopped. Time without a link does not count. */
  const idleDueAtMs = ({ activity: { progressAt, outageMsSinceProgress } }: LiveSession): number =>
    progressAt.getTime() + outageMsSinceProgress + rules.noProgressMs;

  return {
    async actIfDue(live: LiveSession): Promise<void> {
      const { session } = live;
      const { bookingId, state } = session;
      // Also set after a restart, which forgets the earlier value.
      if (isFreed(live)) noteEndHint(live.activity, clock.now());
      if (state === 'held' && isLongAgo(session.createdAt, HELD_FOR_MS)) {
        // The server that held it ended before it was sent.
        await failedStarts.fail(bookingId, 'start_interrupted');
      } else if (isStarting(state)) {
        if (isDue(live, startDueAtMs(session, rules))) await failedStarts.failOverdue(bookingId);
      } else if (isLongAgo(live.activity.endHintAt, rules.endHintMs)) {
        await stops.closeProvisionally(bookingId, 'EVDisconnected');
      } else if (isLongAgo(live.activity.sampleReceivedAt, rules.noSampleMs)) {
        await stops.closeProvisionally(bookingId, session.linkLostAt ? 'link_lost' : 'PowerLoss');
      } else if (state === 'stopping' && isDue(live, stopDueAtMs(session, rules))) {
        await stops.closeProvisionally(bookingId, 'link_lost');
      } else if (state === 'stopping') {
        // Without a link the request is sent when the link is back.
        if (!session.linkLostAt) void stops.askToStop(session.chargePointId, session.transactionId ?? 0);
      } else if (isDue(live, idleDueAtMs(live)) && !session.linkLostAt) {
        // Not awaited, so that a silent charge point does not delay other sessions.
        stops.requestStop(bookingId, 'no_progress').catch((error: unknown) => {
          const message = 'the stop will be requested again';
          logSampled('warn', { event: 'session.stop_postponed', message, facts: { bookingId, error } });
        });
      }
    },
  };
}
