import { SECOND_MS } from '#kernel/durations.ts';
import { forEachConcurrently } from '#kernel/for-each-concurrently.ts';
import { inWorkload } from '#kernel/workload.ts';
import type { SessionContext } from '../context.ts';
import type { LiveSession } from '../live-sessions.ts';
import type { Meters } from '../metering/meters.ts';
import type { TransactionStopper } from '../rejected/transaction-stopper.ts';
import type { DatabaseSweep } from './database-sweep.ts';
import type { Deadlines } from './deadlines.ts';
import type { Resets } from './resets.ts';

/** How often sessions are checked. */
const CHECK_EVERY_MS = 5 * SECOND_MS;
/**
 * Number of sessions that are checked at once. A locked row blocks one of these for at most a second, the lock timeout
 * of these queries.
 */
const SESSIONS_AT_ONCE = 4;

/** Prevents stuck sessions: checks each every few seconds, and searches the database for those that nobody checks. */
export function createSupervisor(
  { clock, logSampled, liveSessions, owners }: SessionContext,
  {
    deadlines,
    meters,
    databaseSweep,
    transactionStopper,
    resets,
  }: {
    deadlines: Deadlines;
    meters: Pick<Meters, 'countDroppedAndUncounted'>;
    databaseSweep: DatabaseSweep;
    transactionStopper: Pick<TransactionStopper, 'askAgain'>;
    resets: Pick<Resets, 'resetFree'>;
  },
) {
  const checks = new Map<LiveSession, Promise<void>>();
  let cancelNextRound: (() => void) | undefined;

  async function checkOne(live: LiveSession): Promise<void> {
    try {
      await owners.fenced(live.session.chargePointId, async () => {
        await meters.countDroppedAndUncounted(live);
        await deadlines.actIfDue(live);
      });
    } catch (error) {
      const { bookingId } = live.session;
      const message = 'a session could not be checked; trying again';
      logSampled('warn', { event: 'session.not_checked', message, facts: { bookingId, error } });
    }
    checks.delete(live);
  }

  /** Resolves when all sessions were checked. A session whose previous check still waits for its row is skipped. */
  async function checkRound(): Promise<void> {
    const underWay = [...checks.values()];
    const free = liveSessions.all().filter((live) => !checks.has(live));
    const checkFree = forEachConcurrently(free, SESSIONS_AT_ONCE, (live) => {
      const one = checkOne(live);
      checks.set(live, one);
      return one;
    });
    const searches = [databaseSweep.recoverLost(), databaseSweep.settleBelated()];
    await Promise.all([...searches, checkFree, ...underWay, transactionStopper.askAgain(), resets.resetFree()]);
    await databaseSweep.sendWaitingStops();
  }

  const checkSessions = (): Promise<void> => inWorkload('supervisor', checkRound);

  /** Schedules the next round, which does not wait for slow checks of this one. */
  function keepChecking(): void {
    cancelNextRound?.();
    cancelNextRound = clock.after(CHECK_EVERY_MS, () => {
      void checkSessions();
      queueMicrotask(() => cancelNextRound && keepChecking());
    });
  }

  return {
    checkSessions,
    keepChecking,

    stopChecking(): void {
      cancelNextRound?.();
      cancelNextRound = undefined;
    },
  };
}
