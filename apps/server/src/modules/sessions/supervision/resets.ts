import { MINUTE_MS } from '#kernel/durations.ts';
import { isRefusal } from '#kernel/refusal.ts';
import { singleFlight } from '#kernel/single-flight.ts';
import type { ConfigurationReport } from '#modules/network/index.ts';
import type { SessionContext } from '../context.ts';
import { sessionsRefusals } from '../sessions.refusals.ts';
import { hasOpenSession } from '../sessions.store.ts';

/**
 * A charge point without a link is asked again after this, because a new link may have replaced a dead one unnoticed.
 */
const OFFLINE_RETRY_MS = MINUTE_MS;

export type Resets = ReturnType<typeof createResets>;

/**
 * Restarts charge points that apply their configuration only at a restart: with a soft reset, when no session runs
 * there, and once for each configuration. Only another change causes another restart, so that none restarts in a loop.
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
  /** Charge points that had no link, and when to try again unless they reconnect first. */
  const retryAtMs = new Map<string, number>();
  const oneAtATime = singleFlight<string, void>();

  async function resetNow(chargePointId: string): Promise<void> {
    try {
      // Includes a session that is not in memory yet.
      if (await hasOpenSession(database, chargePointId)) return;
      // A session may have been requested meanwhile, or the charge point may have restarted.
      if (liveSessions.ofChargePoint(chargePointId).length > 0 || !toReset.delete(chargePointId)) return;
      const answer = await chargePoints.reset(chargePointId);
      const message = 'a charge point was asked to restart, to apply its configuration';
      log.info({ event: 'charge_point.reset', chargePointId, answer }, message);
    } catch (error) {
      if (isRefusal(error, sessionsRefusals, 'charger_offline')) {
        toReset.add(chargePointId);
        retryAtMs.set(chargePointId, clock.now().getTime() + OFFLINE_RETRY_MS);
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

  async function resetIfFree(chargePointId: string): Promise<void> {
    const isAway = clock.now().getTime() < (retryAtMs.get(chargePointId) ?? 0);
    if (isAway || liveSessions.ofChargePoint(chargePointId).length > 0) return;
    await oneAtATime(chargePointId, () => resetNow(chargePointId));
  }

  return {
    async configured({ chargePointId, needsReboot }: ConfigurationReport): Promise<void> {
      if (!needsReboot) return;
      toReset.add(chargePointId);
      // Not awaited, because the handling of the configuration must not wait for a restart.
      void resetIfFree(chargePointId);
    },

    /** The charge point has restarted by itself. */
    booted(chargePointId: string): void {
      toReset.delete(chargePointId);
      retryAtMs.delete(chargePointId);
    },

    connected(chargePointId: string): void {
      retryAtMs.delete(chargePointId);
    },

    async resetFree(): Promise<void> {
      await Promise.all([...toReset].map(resetIfFree));
    },
  };
}
