import type { SessionContext } from '../context.ts';
import type { Counting } from '../metering/counting.ts';
import { noteBoot } from './live-activity.ts';

export type BootReports = ReturnType<typeof createBootReports>;

/**
 * Handles charge points that boot in mid-session. They may have forgotten the session, and their registers may count
 * from zero.
 */
export function createBootReports(
  { clock, liveSessions, changeLocked }: SessionContext,
  { recount }: Pick<Counting, 'recount'>,
) {
  return {
    /**
     * Handles BootNotification. The first one of a session is stored, because from then on its register is uncertain.
     */
    async booted(chargePointId: string): Promise<void> {
      for (const live of liveSessions.ofChargePoint(chargePointId)) {
        const { bookingId, transactionId } = live.session;
        if (transactionId === null) continue;
        const now = clock.now();
        noteBoot(live.activity, now);
        const noted = await changeLocked(bookingId, ({ restartedAt }) =>
          restartedAt ? undefined : { restartedAt: now },
        );
        if (noted) await recount(live);
      }
    },
  };
}
