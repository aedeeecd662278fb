import { singleFlight } from '#kernel/single-flight.ts';
import type { StatusReport } from './charge-points.ts';
import type { ChargingContext } from './context.ts';
import type { LiveCharge } from './live-charges.ts';
import { looksOver } from './session-state.ts';

/** How long a charger's own word is awaited after it has refused to stop. */
const PATIENCE_MS = 5_000;
/** A sample older than this says nothing about now. */
const FRESH_MS = 10_000;

/** What a charger says of a charge that it has refused to stop. */
type Word = 'goes-on' | 'over';

export type StopRefusals = ReturnType<typeof createStopRefusals>;

/**
 * Rejected means that the charger has no such transaction (OCPP 1.6 section 5.12): it may have ended the charge already, its
 * StopTransaction still on the way. Only a charger that says afterwards that it charges on has refused.
 */
export function createStopRefusals({ clock, log, points, live }: ChargingContext) {
  const oneAtATime = singleFlight<string, Word | 'unknown'>();

  return {
    /** Asks the charger for the state of its connector and waits a little for its word. */
    lookInto(charge: LiveCharge): Promise<Word | 'unknown'> {
      const { bookingId, chargerId, connector } = charge.session;
      return oneAtATime(bookingId, async () => {
        const { promise, resolve } = Promise.withResolvers<Word | 'unknown'>();
        charge.heard = resolve;
        const stopWaiting = clock.after(PATIENCE_MS, () => resolve('unknown'));
        points.trigger(chargerId, connector, 'StatusNotification').catch((error: unknown) => {
          log.debug({ chargerId, connector, error }, 'a charger could not be asked for the state of its connector');
        });
        const word = await promise;
        stopWaiting();
        charge.heard = undefined;
        return word;
      });
    },

    statusSaid({ chargerId, connector, status }: StatusReport): void {
      const heard = live.ofConnector(chargerId, connector)?.heard;
      if (status === 'Charging' || status.startsWith('Suspended')) heard?.('goes-on');
      else if (status === 'Preparing' || looksOver(status)) heard?.('over');
    },

    /** A sample has added energy. */
    hasGrown({ heard, delivered, receivedAt }: LiveCharge): void {
      if (receivedAt.getTime() - delivered.at.getTime() < FRESH_MS) heard?.('goes-on');
    },
  };
}
