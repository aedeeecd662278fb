import type { SessionContext } from '../context.ts';
import type { Counting } from '../metering/counting.ts';

export type BootReports = ReturnType<typeof createBootReports>;

/** A charge point that boots in mid-charge may have forgotten the session, and its registers may begin anew. */
export function createBootReports(
  { clock, liveSessions, move }: SessionContext,
  { recount }: Pick<Counting, 'recount'>,
) {
  return {
    /** BootNotification. The first of a session is kept: from then on nothing is certain. */
    async booted(chargePointId: string): Promise<void> {
      for (const live of liveSessions.ofChargePoint(chargePointId)) {
        const { bookingId, transactionId } = live.session;
        if (transactionId === null) continue;
        const now = clock.now();
        live.bootedAt = now;
        const noted = await move(bookingId, ({ restartedAt }) => (restartedAt ? undefined : { restartedAt: now }));
        if (noted) await recount(live);
      }
    },
  };
}
