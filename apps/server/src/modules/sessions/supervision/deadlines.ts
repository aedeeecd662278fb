import { MINUTE_MS } from '#kernel/durations.ts';
import type { SessionContext } from '../context.ts';
import type { LiveSession } from '../live-sessions.ts';
import { isStarting } from '../session-state.ts';
import type { Starts } from '../starting/starts.ts';
import type { Stops } from '../stopping/stops.ts';
import { isFreed } from './connector-status.ts';
import { startDueAt, stopDueAt } from './link-loss.ts';
import type { LostLinks } from './lost-links.ts';

/** A start is sent within seconds of being held, or given up. */
const HELD_FOR_MS = MINUTE_MS;

export type Deadlines = ReturnType<typeof createDeadlines>;

/** What is done about a session by which nothing happens: by when each of its steps is due. */
export function createDeadlines(
  { clock, rules, logSampled }: SessionContext,
  {
    starts,
    stops,
    lostLinks,
  }: {
    starts: Pick<Starts, 'fail' | 'giveUp'>;
    stops: Pick<Stops, 'closeProvisionally' | 'askToStop' | 'requestStop'>;
    lostLinks: Pick<LostLinks, 'heardAtMs'>;
  },
) {
  const isLongAgo = (then: Date | undefined, ms: number): boolean =>
    then !== undefined && clock.now().getTime() - then.getTime() >= ms;

  /** Whether what is due is also to be done: a charge point that was away is first heard. */
  const isDue = (live: LiveSession, dueAtMs: number): boolean =>
    clock.now().getTime() >= Math.max(dueAtMs, lostLinks.heardAtMs(live));

  /** When a session that takes no energy is stopped: what nobody could hear does not count. */
  const idleDueAtMs = ({ progressAt, linkDownMs }: LiveSession): number =>
    progressAt.getTime() + linkDownMs + rules.noProgressMs;

  return {
    async check(live: LiveSession): Promise<void> {
      const { session } = live;
      const { bookingId, state } = session;
      // Also after a restart, which forgets since when.
      if (isFreed(live)) live.endHintAt ??= clock.now();
      if (state === 'held' && isLongAgo(session.createdAt, HELD_FOR_MS)) {
        // Whoever held it has ended before it was sent.
        await starts.fail(bookingId, 'start_interrupted');
      } else if (isStarting(state)) {
        if (isDue(live, startDueAt(session, rules))) await starts.giveUp(bookingId);
      } else if (isLongAgo(live.endHintAt, rules.endHintMs)) {
        await stops.closeProvisionally(bookingId, 'EVDisconnected');
      } else if (isLongAgo(live.receivedAt, rules.linkDownMs)) {
        await stops.closeProvisionally(bookingId, session.linkLostAt ? 'link_lost' : 'PowerLoss');
      } else if (state === 'stopping' && isDue(live, stopDueAt(session, rules))) {
        await stops.closeProvisionally(bookingId, 'link_lost');
      } else if (state === 'stopping') {
        // Without a link nobody hears it; it is asked for again when the link is back.
        if (!session.linkLostAt) void stops.askToStop(session.chargePointId, session.transactionId ?? 0);
      } else if (isDue(live, idleDueAtMs(live)) && !session.linkLostAt) {
        // Nobody waits for the charge point: the other sessions are not to wait behind one that does not answer.
        stops.requestStop(bookingId, 'no_progress').catch((error: unknown) => {
          const message = 'the stop will be requested again';
          logSampled('warn', { event: 'session.stop_postponed', message, facts: { bookingId, error } });
        });
      }
    },
  };
}
