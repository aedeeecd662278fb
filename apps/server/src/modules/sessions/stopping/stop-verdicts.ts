import { SECOND_MS } from '#kernel/durations.ts';
import { singleFlight } from '#kernel/single-flight.ts';
import type { StatusReport } from '#modules/network/index.ts';
import type { SessionContext } from '../context.ts';
import type { LiveSession } from '../live-sessions.ts';
import { looksOver, looksRunning } from '../session-state.ts';
import { noteVerdictWait, type StopVerdict } from './live-stop.ts';

/** How long to wait for the status of a charge point that has rejected a stop. */
const STATUS_TIMEOUT_MS = 5 * SECOND_MS;
/** An older sample says nothing about now. */
const MAX_SAMPLE_AGE_MS = 10 * SECOND_MS;

export type StopVerdicts = ReturnType<typeof createStopVerdicts>;

/**
 * Finds out whether a session goes on after its charge point has rejected a stop. Rejected means that there is no such
 * transaction (OCPP 1.6 section 5.12): the charge point may have ended it already, with StopTransaction still on the
 * way. Only a charge point that then reports that it is charging has really rejected the stop.
 */
export function createStopVerdicts({ clock, log, chargePoints, liveSessions }: SessionContext) {
  const oneAtATime = singleFlight<string, StopVerdict>();

  return {
    /** Asks the charge point for its connector's status, and waits a short time for it. */
    findVerdict(live: LiveSession): Promise<StopVerdict> {
      const { bookingId, chargePointId, connector } = live.session;
      return oneAtATime(bookingId, async () => {
        const { promise, resolve } = Promise.withResolvers<StopVerdict>();
        noteVerdictWait(live.stop, resolve);
        const stopWaiting = clock.after(STATUS_TIMEOUT_MS, () => resolve('unknown'));
        chargePoints.trigger(chargePointId, connector, 'StatusNotification').catch((error: unknown) => {
          log.debug(
            { event: 'session.status_not_asked', chargePointId, connector, error },
            'a charge point could not be asked for the state of its connector',
          );
        });
        const verdict = await promise;
        stopWaiting();
        noteVerdictWait(live.stop, undefined);
        return verdict;
      });
    },

    noteStatus({ chargePointId, connector, status }: StatusReport): void {
      const resolveVerdict = liveSessions.ofConnector(chargePointId, connector)?.stop.resolveVerdict;
      if (looksRunning(status)) resolveVerdict?.('goes-on');
      else if (status === 'Preparing' || looksOver(status)) resolveVerdict?.('over');
    },

    /** A sample has added energy. */
    noteEnergyGrowth({ stop, meter, activity }: LiveSession): void {
      const ageMs = activity.sampleReceivedAt.getTime() - meter.delivered.at.getTime();
      if (ageMs < MAX_SAMPLE_AGE_MS) stop.resolveVerdict?.('goes-on');
    },
  };
}
