import type { ChargingContext } from './context.ts';
import type { Counting } from './counting.ts';

export type Restarts = ReturnType<typeof createRestarts>;

/** A charger that boots in mid-charge may have forgotten the charge, and its registers may begin anew. */
export function createRestarts({ clock, live, move }: ChargingContext, { recount }: Pick<Counting, 'recount'>) {
  return {
    /** BootNotification. The first of a charge is kept: from then on nothing is certain. */
    async booted(chargerId: string): Promise<void> {
      for (const charge of live.all()) {
        const { bookingId, transactionId, chargerId: itsCharger } = charge.session;
        if (itsCharger !== chargerId || transactionId === null) continue;
        const now = clock.now();
        charge.bootedAt = now;
        const noted = await move(bookingId, ({ restartedAt }) => (restartedAt ? undefined : { restartedAt: now }));
        if (noted) await recount(charge);
      }
    },
  };
}
