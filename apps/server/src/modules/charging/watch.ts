import type { StatusReport } from './charge-points.ts';
import type { ChargingContext } from './context.ts';
import type { LiveCharge } from './live-charges.ts';
import { noteUnplugged } from './plugged.store.ts';
import { isStarting, looksOver, next } from './session-state.ts';
import type { Starts } from './starts.ts';
import type { Stops } from './stops.ts';

/** How often charges are looked over. */
const LOOK_OVER_MS = 5_000;
/** How often the rows are searched for charges that are not looked over. */
const TAKE_UP_MS = 60_000;

/** Sees to it that no charge is stuck: deadlines, stops to ask for again, chargers that fell silent. */
export function createWatch(context: ChargingContext, starts: Starts, stops: Stops, takeUp: () => Promise<void>) {
  const { database, clock, log, live, rules, move } = context;
  let cancel: (() => void) | undefined;
  let takenUpAt = clock.now();

  async function lookOver(charge: LiveCharge): Promise<void> {
    const { session } = charge;
    const { bookingId, state } = session;
    // Also after a restart, which forgets since when.
    if (isFreed(session)) charge.endHintAt ??= clock.now();
    const longAgo = (then: Date | undefined, ms: number) =>
      then !== undefined && clock.now().getTime() - then.getTime() >= ms;
    if (isStarting(state)) {
      if (longAgo(session.createdAt, rules.startWithinMs)) await starts.fail(bookingId, 'start_timed_out');
    } else if (longAgo(charge.endHintAt, rules.endHintMs)) {
      await stops.closeProvisionally(bookingId, 'EVDisconnected');
    } else if (longAgo(charge.receivedAt, rules.silentMs)) {
      await stops.closeProvisionally(bookingId, 'PowerLoss');
    } else if (state === 'stopping') {
      stops.askToStop(session.chargerId, session.transactionId ?? 0);
    } else if (longAgo(charge.progressAt, rules.noProgressMs)) {
      await stops.requestStop(bookingId, 'no_progress');
    }
  }

  /** A commit whose answer was lost leaves a charge that only its row knows of. */
  async function takeUpLost(): Promise<void> {
    if (clock.now().getTime() - takenUpAt.getTime() < TAKE_UP_MS) return;
    takenUpAt = clock.now();
    await takeUp().catch((error: unknown) => log.warn({ error }, 'lost charges will be looked for again'));
  }

  async function lookOverAll(): Promise<void> {
    await takeUpLost();
    for (const charge of live.all()) {
      await lookOver(charge).catch((error: unknown) => {
        log.warn({ bookingId: charge.session.bookingId, error }, 'a charge will be looked at again');
      });
    }
  }

  function keepLooking(): void {
    cancel = clock.after(LOOK_OVER_MS, () => void lookOverAll().then(() => cancel && keepLooking()));
  }

  return {
    lookOverAll,
    keepLooking,

    stopLooking(): void {
      cancel?.();
      cancel = undefined;
    },

    /** StatusNotification: stages of the start, pauses, and hints that a charge is over. */
    async statusChanged({ chargerId, connector, status }: StatusReport): Promise<void> {
      if (status === 'Available') await noteUnplugged(database, { chargerId, connector }, clock.now());
      const charge = live.ofConnector(chargerId, connector);
      if (!charge || charge.session.connectorStatus === status) return;
      if (isFreed({ ...charge.session, connectorStatus: status })) charge.endHintAt ??= clock.now();
      await move(charge.session.bookingId, ({ state }) => ({
        connectorStatus: status,
        state: stateAfter(status, state),
      }));
    },

    /** A charger that comes back is asked at once for the stops it has missed. */
    async connected(chargerId: string): Promise<void> {
      for (const { session } of live.all()) {
        if (session.chargerId !== chargerId || session.state !== 'stopping') continue;
        stops.askToStop(chargerId, session.transactionId ?? 0, 'new');
      }
    },
  };
}

/** The connector looks as if its charge were over. */
function isFreed({ transactionId, connectorStatus }: LiveCharge['session']): boolean {
  return transactionId !== null && looksOver(connectorStatus);
}

function stateAfter(status: string, state: LiveCharge['session']['state']): LiveCharge['session']['state'] {
  if (status.startsWith('Suspended')) return next(state, 'suspended');
  return status === 'Charging' ? next(state, 'resumed') : state;
}
