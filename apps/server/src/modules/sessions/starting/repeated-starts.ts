import type { StatusReport } from '#modules/network/index.ts';
import type { SessionContext } from '../context.ts';
import type { LiveSession } from '../live-sessions.ts';

export type RepeatedStarts = ReturnType<typeof createRepeatedStarts>;

/**
 * A charge point that has accepted a start drops it when no cable comes within its own ConnectionTimeOut, or when it restarts, and
 * says nothing of that. A driver who plugs in after it, and still in our time, is not to stand before a charge point that waits
 * for a card: the start is sent once more.
 */
export function createRepeatedStarts({ network, chargePoints, liveSessions, clock, log }: SessionContext) {
  function isDropped(
    { session, startSentAt, isStartForgotten }: LiveSession,
    patienceMs: number | undefined,
    pluggedAt: Date,
  ): boolean {
    if (isStartForgotten) return true;
    // After a restart of ours nobody knows when it was accepted; not before it was asked for.
    const sentAt = startSentAt ?? session.createdAt;
    return patienceMs !== undefined && pluggedAt.getTime() - sentAt.getTime() >= patienceMs;
  }

  async function startAgain(live: LiveSession, pluggedAt: Date): Promise<void> {
    const { bookingId, chargePointId, connector, idTag, startTag } = live.session;
    if (idTag === null) return;
    try {
      const patienceMs = await network.connectionTimeOutMs(chargePointId);
      // It may have begun or ended meanwhile, or have been sent again.
      if (liveSessions.ofBooking(bookingId) !== live || live.session.state !== 'accepted') return;
      if (!isDropped(live, patienceMs, pluggedAt)) return;
      live.startSentAt = clock.now();
      live.isStartForgotten = false;
      const answer = await chargePoints.remoteStart(chargePointId, { connector, idTag: startTag ?? idTag });
      const message = 'a start that the charge point had lost was sent again';
      log.info({ event: 'session.start_sent_again', bookingId, chargePointId, answer }, message);
    } catch (error) {
      const message = 'a start that the charge point had lost could not be sent again';
      log.warn({ event: 'session.start_not_sent_again', bookingId, chargePointId, error }, message);
    }
  }

  return {
    /** A charge point that restarts keeps nothing of what it was asked. */
    booted(chargePointId: string): void {
      for (const live of liveSessions.ofChargePoint(chargePointId)) live.isStartForgotten = true;
    },

    /** In the background, since a charge point is not asked anything while its own message is being answered. */
    statusChanged({ chargePointId, connector, status }: StatusReport): void {
      const live = liveSessions.ofConnector(chargePointId, connector);
      if (status === 'Preparing' && live?.session.state === 'accepted') void startAgain(live, clock.now());
    },
  };
}
