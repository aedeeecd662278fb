import { MINUTE_MS } from '#kernel/durations.ts';
import { isFailure } from '#kernel/failure.ts';
import { singleFlight } from '#kernel/single-flight.ts';
import type { ConfigurationReport } from '#modules/network/index.ts';
import type { SessionContext } from '../context.ts';
import { sessionsFailures } from '../sessions.failures.ts';
import { hasOpenSession } from '../sessions.store.ts';

/** One that had no link is asked again after so long: a new link may have replaced a dead one before anybody missed it. */
const OFFLINE_RETRY_MS = MINUTE_MS;

export type Resets = ReturnType<typeof createResets>;

/**
 * Restarts charge points that take over their configuration only then: softly, once no session runs there, and once for what was
 * written to them. Whatever becomes of it, only another write asks for another, so that no charge point restarts in a loop.
 */
export function createResets({
  database,
  clock,
  chargePoints,
  liveSessions,
  log,
  logSampled,
}: Pick<SessionContext, 'database' | 'clock' | 'chargePoints' | 'liveSessions' | 'log' | 'logSampled'>) {
  const toReset = new Set<string>();
  /** Those that had no link when they were to be asked, and when to try again unless they come back before. */
  const away = new Map<string, number>();
  const oneAtATime = singleFlight<string, void>();

  async function restart(chargePointId: string): Promise<void> {
    try {
      // Also a session that memory does not know of yet.
      if (await hasOpenSession(database, chargePointId)) return;
      // One may have been asked for meanwhile, or the charge point have restarted.
      if (liveSessions.ofChargePoint(chargePointId).length > 0 || !toReset.delete(chargePointId)) return;
      const answer = await chargePoints.reset(chargePointId);
      const message = 'a charge point was asked to restart, to apply its configuration';
      log.info({ event: 'charge_point.reset', chargePointId, answer }, message);
    } catch (error) {
      if (isFailure(error, sessionsFailures, 'charger_offline')) {
        toReset.add(chargePointId);
        away.set(chargePointId, clock.now().getTime() + OFFLINE_RETRY_MS);
      }
      const message = 'a charge point could not be asked to restart';
      logSampled('warn', {
        event: 'charge_point.not_reset',
        message,
        facts: { chargePointId, error },
        by: chargePointId,
      });
    }
  }

  async function restartWhenFree(chargePointId: string): Promise<void> {
    const isAway = clock.now().getTime() < (away.get(chargePointId) ?? 0);
    if (isAway || liveSessions.ofChargePoint(chargePointId).length > 0) return;
    await oneAtATime(chargePointId, () => restart(chargePointId));
  }

  return {
    async configured({ chargePointId, needsReboot }: ConfigurationReport): Promise<void> {
      if (!needsReboot) return;
      toReset.add(chargePointId);
      // Not waited for: the charge point's word of its configuration is not to wait for its restart.
      void restartWhenFree(chargePointId);
    },

    /** It has restarted by itself. */
    booted(chargePointId: string): void {
      toReset.delete(chargePointId);
      away.delete(chargePointId);
    },

    connected(chargePointId: string): void {
      away.delete(chargePointId);
    },

    async check(): Promise<void> {
      await Promise.all([...toReset].map(restartWhenFree));
    },
  };
}
