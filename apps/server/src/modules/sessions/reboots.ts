import { isFailure } from '#kernel/failure.ts';
import { singleFlight } from '#kernel/single-flight.ts';
import type { ConfigurationReport } from './charge-points.ts';
import { hasOpen } from './sessions.store.ts';
import type { ChargingContext } from './context.ts';
import { sessionsFailures } from './sessions.failures.ts';

/** One that had no link is asked again after so long: a new link may have replaced a dead one before anybody missed it. */
const AGAIN_MS = 60_000;

export type Reboots = ReturnType<typeof createReboots>;

/**
 * Restarts chargers that take over their configuration only then: softly, once no charge runs there, and once for what was
 * written to them. Whatever becomes of it, only another write asks for another, so that no charger restarts in a loop.
 */
export function createReboots({
  database,
  clock,
  points,
  live,
  log,
  say,
}: Pick<ChargingContext, 'database' | 'clock' | 'points' | 'live' | 'log' | 'say'>) {
  const wanted = new Set<string>();
  /** Those that had no link when they were to be asked, and when to try again unless they come back before. */
  const away = new Map<string, number>();
  const oneAtATime = singleFlight<string, void>();

  async function restart(chargerId: string): Promise<void> {
    try {
      // Also a charge that memory does not know of yet.
      if (await hasOpen(database, chargerId)) return;
      // One may have been asked for meanwhile, or the charger have restarted.
      if (live.ofCharger(chargerId).length > 0 || !wanted.delete(chargerId)) return;
      const answer = await points.reset(chargerId);
      const message = 'a charger was asked to restart, to take over its configuration';
      log.info({ event: 'charging.charger_reset', chargerId, answer }, message);
    } catch (error) {
      if (isFailure(error, sessionsFailures, 'charger_offline')) {
        wanted.add(chargerId);
        away.set(chargerId, clock.now().getTime() + AGAIN_MS);
      }
      const message = 'a charger could not be asked to restart';
      say('warn', { event: 'charging.charger_not_reset', message, facts: { chargerId, error }, by: chargerId });
    }
  }

  async function restartWhenFree(chargerId: string): Promise<void> {
    const isAway = clock.now().getTime() < (away.get(chargerId) ?? 0);
    if (isAway || live.ofCharger(chargerId).length > 0) return;
    await oneAtATime(chargerId, () => restart(chargerId));
  }

  return {
    async configured({ chargerId, rebootRequired }: ConfigurationReport): Promise<void> {
      if (!rebootRequired) return;
      wanted.add(chargerId);
      // Not waited for: the charger's word of its configuration is not to wait for its restart.
      void restartWhenFree(chargerId);
    },

    /** It has restarted by itself. */
    booted(chargerId: string): void {
      wanted.delete(chargerId);
      away.delete(chargerId);
    },

    connected(chargerId: string): void {
      away.delete(chargerId);
    },

    async lookOver(): Promise<void> {
      await Promise.all([...wanted].map(restartWhenFree));
    },
  };
}
