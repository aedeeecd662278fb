import type { ChargingContext } from './context.ts';

/** A charger that boots in mid-charge may have forgotten the charge, and its registers may begin anew. */
export function createRestarts({ clock, live, move }: ChargingContext) {
  return {
    /** BootNotification. The first of a charge is kept: from then on nothing is certain. */
    async booted(chargerId: string): Promise<void> {
      for (const { session } of live.all()) {
        if (session.chargerId !== chargerId || session.transactionId === null) continue;
        await move(session.bookingId, ({ restartedAt }) => (restartedAt ? undefined : { restartedAt: clock.now() }));
      }
    },
  };
}
