import { isFailure } from '#kernel/failure.ts';
import type { ConfigurationReport } from './charge-points.ts';
import type { ChargingContext } from './context.ts';

export type Reboots = ReturnType<typeof createReboots>;

/**
 * Restarts chargers that take over their configuration only then: softly, once no charge runs there, and once for what was
 * written to them. Whatever becomes of it, only another write asks for another, so that no charger restarts in a loop.
 */
export function createReboots({ points, live, log }: Pick<ChargingContext, 'points' | 'live' | 'log'>) {
  const wanted = new Set<string>();

  async function restartWhenFree(chargerId: string): Promise<void> {
    if (live.ofCharger(chargerId).length > 0) return;
    wanted.delete(chargerId);
    try {
      const answer = await points.reset(chargerId);
      const message = 'a charger was asked to restart, to take over its configuration';
      log.info({ event: 'charging.charger_reset', chargerId, answer }, message);
    } catch (error) {
      // It was not asked: it will be when it is back.
      if (isFailure(error, 'charger_offline')) wanted.add(chargerId);
      log.warn({ event: 'charging.charger_not_reset', chargerId, error }, 'a charger could not be asked to restart');
    }
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
    },

    lookOver(): void {
      for (const chargerId of wanted) void restartWhenFree(chargerId);
    },
  };
}
