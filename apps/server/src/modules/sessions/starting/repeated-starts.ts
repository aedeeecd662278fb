import type { StatusReport } from '#modules/network/index.ts';
import type { SessionContext } from '../context.ts';
import type { LiveSession } from '../live-sessions.ts';
import { noteStartForgotten, noteStartSentAgain } from './live-start.ts';

export type RepeatedStarts = ReturnType<typeof createRepeatedStarts>;

/**
 * Sends a start again when the charge point has dropped it. A charge point drops an accepted start, without telling, if
 * no cable is plugged in within its ConnectionTimeOut or if it restarts. If the driver plugs in later but within our
 * time limit, the start is sent once more.
 */
export function createRepeatedStarts({ network, chargePoints, liveSessions, clock, log }: SessionContext) {
  function isDropped({ session, start }: LiveSession, patienceMs: number | undefined, pluggedAt: Date): boolean {
    if (start.isForgotten) return true;
    // After our restart the time of acceptance is unknown, but it was not before the request.
    const sentAt = start.sentAt ?? session.createdAt;
    return patienceMs !== undefined && pluggedAt.getTime() - sentAt.getTime() >= patienceMs;
  }

  async function startAgain(live: LiveSession, pluggedAt: Date): Promise<void> {
    const { bookingId, chargePointId, connector, oneTimeTag, requestedCard } = live.session;
    if (oneTimeTag === null) return;
    try {
      const patienceMs = await network.readConnectionTimeOutMs(chargePointId);
      // The session may have begun or ended meanwhile, or the start may have been sent again.
      if (liveSessions.ofBookingId(bookingId) !== live || live.session.state !== 'accepted') return;
      if (!isDropped(live, patienceMs, pluggedAt)) return;
      noteStartSentAgain(live.start, clock.now());
      const answer = await chargePoints.remoteStart(chargePointId, { connector, idTag: requestedCard ?? oneTimeTag });
      const message = 'a start that the charge point had lost was sent again';
      log.info({ event: 'session.start_sent_again', bookingId, chargePointId, answer }, message);
    } catch (error) {
      const message = 'a start that the charge point had lost could not be sent again';
      log.warn({ event: 'session.start_not_sent_again', bookingId, chargePointId, error }, message);
    }
  }

  return {
    /** A charge point forgets accepted starts when it restarts. */
    booted(chargePointId: string): void {
      for (const live of liveSessions.ofChargePoint(chargePointId)) noteStartForgotten(live.start);
    },

    /**
     * Runs in the background, because no call may be sent to a charge point while its own message is being answered.
     */
    statusChanged({ chargePointId, connector, status }: StatusReport): void {
      const live = liveSessions.ofConnector(chargePointId, connector);
      if (status === 'Preparing' && live?.session.state === 'accepted') void startAgain(live, clock.now());
    },
  };
}
