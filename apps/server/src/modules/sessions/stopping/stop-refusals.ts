import { SECOND_MS } from '#kernel/durations.ts';
import { singleFlight } from '#kernel/single-flight.ts';
import type { StatusReport } from '#modules/network/index.ts';
import type { SessionContext } from '../context.ts';
import type { LiveSession } from '../live-sessions.ts';
import { looksOver } from '../session-state.ts';

/** How long a charge point's own word is awaited after it has refused to stop. */
const STATUS_TIMEOUT_MS = 5 * SECOND_MS;
/** A sample older than this says nothing about now. */
const MAX_SAMPLE_AGE_MS = 10 * SECOND_MS;

/** What a charge point says of a session that it has refused to stop. */
type StopVerdict = 'goes-on' | 'over';

export type StopRefusals = ReturnType<typeof createStopRefusals>;

/**
 * Rejected means that the charge point has no such transaction (OCPP 1.6 section 5.12): it may have ended the session already, its
 * StopTransaction still on the way. Only a charge point that says afterwards that it charges on has refused.
 */
export function createStopRefusals({ clock, log, chargePoints, liveSessions }: SessionContext) {
  const oneAtATime = singleFlight<string, StopVerdict | 'unknown'>();

  return {
    /** Asks the charge point for the state of its connector and waits a little for its word. */
    lookInto(live: LiveSession): Promise<StopVerdict | 'unknown'> {
      const { bookingId, chargePointId, connector } = live.session;
      return oneAtATime(bookingId, async () => {
        const { promise, resolve } = Promise.withResolvers<StopVerdict | 'unknown'>();
        live.giveVerdict = resolve;
        const stopWaiting = clock.after(STATUS_TIMEOUT_MS, () => resolve('unknown'));
        chargePoints.trigger(chargePointId, connector, 'StatusNotification').catch((error: unknown) => {
          log.debug(
            { event: 'session.status_not_asked', chargePointId, connector, error },
            'a charge point could not be asked for the state of its connector',
          );
        });
        const word = await promise;
        stopWaiting();
        live.giveVerdict = undefined;
        return word;
      });
    },

    statusSaid({ chargePointId, connector, status }: StatusReport): void {
      const giveVerdict = liveSessions.ofConnector(chargePointId, connector)?.giveVerdict;
      if (status === 'Charging' || status.startsWith('Suspended')) giveVerdict?.('goes-on');
      else if (status === 'Preparing' || looksOver(status)) giveVerdict?.('over');
    },

    /** A sample has added energy. */
    energyGrew({ giveVerdict, delivered, receivedAt }: LiveSession): void {
      if (receivedAt.getTime() - delivered.at.getTime() < MAX_SAMPLE_AGE_MS) giveVerdict?.('goes-on');
    },
  };
}
