import { refuse, startFailureOf, type StartFailure } from './sessions.failures.ts';
import { supplierIn } from '#modules/invoices/index.ts';
import { bookCharge, checkConnector, type StartRequest } from './booking.ts';
import * as store from './sessions.store.ts';
import type { ChargingContext } from './context.ts';
import { startDueAt } from './link-loss.ts';
import { isStillPlugged } from './plugged.store.ts';
import { isStarting, next } from './session-state.ts';

export type Starts = ReturnType<typeof createStarts>;

/** From the driver's tap to the charger's answer, or to the moment it is given up. */
export function createStarts(context: ChargingContext) {
  const { database, clock, wallet, availability, vehicles, points, rules, live, move, tellTurn } = context;

  /** A start that came to nothing, if there is a reason to say so: the hold goes back at once. */
  async function failFor(
    bookingId: string,
    reasonOf: (session: store.Session) => StartFailure | undefined,
  ): Promise<void> {
    await move(bookingId, async (session, tx) => {
      const reason = isStarting(session.state) ? reasonOf(session) : undefined;
      if (!reason) return undefined;
      await wallet.releaseHold(tx, bookingId);
      // A driver who has called it off knows.
      if (reason !== 'start_cancelled')
        await tellTurn(tx, session, { turn: 'failed', reason, backPaise: session.holdPaise });
      return { state: next(session.state, 'start-failed'), endedAt: clock.now(), endReason: reason };
    });
  }

  const fail = (bookingId: string, reason: StartFailure): Promise<void> => failFor(bookingId, () => reason);

  return {
    fail,

    /** The server ended between holding the money and asking the charger: nothing can come of these starts. */
    async failUnasked(): Promise<void> {
      for (const { session } of live.all()) {
        if (session.state === 'held') await fail(session.bookingId, 'start_interrupted');
      }
    },

    /** Gives a start up whose time is over by its row; the link may have gone or come back since anybody looked. */
    giveUp: (bookingId: string): Promise<void> =>
      failFor(bookingId, (session) => {
        if (clock.now().getTime() < startDueAt(session, rules)) return undefined;
        return session.linkLostAt ? 'start_link_lost' : 'start_timed_out';
      }),

    /**
     * Holds the money, asks the charger, and settles when it has answered. Throws a refusal of the booking, or
     * charger_rejected, charger_silent, charger_offline; then the hold is released.
     */
    async start(request: StartRequest): Promise<{ bookingId: string }> {
      const { driverId, chargerId, connector } = request;
      const found = await availability.connectorForStart(chargerId, connector);
      const offer = checkConnector(found, found?.status === 'Finishing' && (await isStillPlugged(database, request)));
      if (!(await supplierIn(database, offer.state))) refuse('state_without_supplier', { state: offer.state });
      if (live.ofConnector(chargerId, connector)) refuse('connector_busy');
      const vehicle = await vehicles.defaultOf(driverId);
      const facts = { vehicleId: vehicle?.id, runningPerDriver: rules.runningPerDriver, now: clock.now() };
      const session = await database
        .transaction((tx) => bookCharge(tx, wallet, request, offer, facts))
        .catch((error: unknown) => (isTaken(error) ? refuse('connector_busy') : Promise.reject(error)));
      const { bookingId, idTag } = session;
      if (!live.ofBooking(bookingId)) live.add(session, offer.maxW, facts.now);
      const connectorStatus = offer.status;
      await move(bookingId, ({ state }) => ({ state: next(state, 'asked'), connectorStatus }));
      try {
        if ((await points.remoteStart(chargerId, { connector, idTag })) === 'rejected') refuse('charger_rejected');
      } catch (error) {
        await fail(bookingId, startFailureOf(error));
        throw error;
      }
      const charge = live.ofBooking(bookingId);
      if (charge) charge.startSentAt = clock.now();
      await move(bookingId, ({ state }) => ({ state: next(state, 'accepted') }));
      return { bookingId };
    },
  };
}

/** The database holds that a connector runs one charge at a time. */
function isTaken(error: unknown): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return (cause as { constraint?: string }).constraint === 'charging_sessions_one_a_connector';
}
