import type { StatusReport } from './charge-points.ts';
import type { ChargingContext } from './context.ts';
import type { LiveCharge } from './live-charges.ts';

export type StartAgain = ReturnType<typeof createStartAgain>;

/**
 * A charger that has accepted a start drops it when no cable comes within its own ConnectionTimeOut, or when it restarts, and
 * says nothing of that. A driver who plugs in after it, and still in our time, is not to stand before a charger that waits
 * for a card: the start is sent once more.
 */
export function createStartAgain({ network, points, live, clock, log }: ChargingContext) {
  function isDropped(
    { session, startSentAt, isStartForgotten }: LiveCharge,
    patienceMs: number | undefined,
    pluggedAt: Date,
  ): boolean {
    if (isStartForgotten) return true;
    // After a restart of ours nobody knows when it was accepted; not before it was asked for.
    const sentAt = startSentAt ?? session.createdAt;
    return patienceMs !== undefined && pluggedAt.getTime() - sentAt.getTime() >= patienceMs;
  }

  async function startAgain(charge: LiveCharge, pluggedAt: Date): Promise<void> {
    const { bookingId, chargerId, connector, idTag } = charge.session;
    try {
      const patienceMs = await network.connectionTimeOutMs(chargerId);
      // It may have begun or ended meanwhile, or have been sent again.
      if (live.ofBooking(bookingId) !== charge || charge.session.state !== 'accepted') return;
      if (!isDropped(charge, patienceMs, pluggedAt)) return;
      charge.startSentAt = clock.now();
      charge.isStartForgotten = false;
      const answer = await points.remoteStart(chargerId, { connector, idTag });
      const message = 'a start that its charger had dropped was sent again';
      log.info({ event: 'charging.start_sent_again', bookingId, chargerId, answer }, message);
    } catch (error) {
      const message = 'a start that its charger had dropped could not be sent again';
      log.warn({ event: 'charging.start_not_sent_again', bookingId, chargerId, error }, message);
    }
  }

  return {
    /** A charger that restarts keeps nothing of what it was asked. */
    booted(chargerId: string): void {
      for (const charge of live.ofCharger(chargerId)) charge.isStartForgotten = true;
    },

    /** In the background, since a charger is not asked anything while its own message is being answered. */
    statusChanged({ chargerId, connector, status }: StatusReport): void {
      const charge = live.ofConnector(chargerId, connector);
      if (status === 'Preparing' && charge?.session.state === 'accepted') void startAgain(charge, clock.now());
    },
  };
}
