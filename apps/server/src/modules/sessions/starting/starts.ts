import { supplierIn } from '#modules/invoices/index.ts';
import type { SessionContext } from '../context.ts';
import { isStarting, nextState } from '../session-state.ts';
import { refuse, startFailureOf, type StartFailure } from '../sessions.failures.ts';
import * as store from '../sessions.store.ts';
import { startDueAt } from '../supervision/link-loss.ts';
import { openSession, checkConnector, type StartRequest } from './open-session.ts';
import { isStillPlugged } from './plugged.store.ts';
import { claimOf, findReservation } from './reserved.ts';

export type Starts = ReturnType<typeof createStarts>;

/** From the driver's tap to the charge point's answer, or to the moment it is given up. */
export function createStarts(context: SessionContext) {
  const {
    database,
    clock,
    wallet,
    availability,
    accounts,
    vehicles,
    chargePoints,
    rules,
    liveSessions,
    move,
    publishEvent,
  } = context;

  /** A start that came to nothing, if there is a reason to say so: the hold goes back at once. */
  async function failFor(
    bookingId: string,
    reasonOf: (session: store.Session) => StartFailure | undefined,
  ): Promise<void> {
    await move(bookingId, async (session, tx) => {
      const reason = isStarting(session.state) ? reasonOf(session) : undefined;
      if (!reason || !store.isBought(session)) return undefined;
      await wallet.releaseHold(tx, bookingId);
      // A driver who has called it off knows.
      if (reason !== 'start_cancelled')
        await publishEvent(tx, session, { kind: 'failed', reason, backPaise: session.holdPaise });
      return { state: nextState(session.state, 'start-failed'), endedAt: clock.now(), endReason: reason };
    });
  }

  const fail = (bookingId: string, reason: StartFailure): Promise<void> => failFor(bookingId, () => reason);

  return {
    fail,

    /** The server ended between holding the money and asking the charge point: nothing can come of these starts. */
    async failUnasked(): Promise<void> {
      for (const { session } of liveSessions.all()) {
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
     * Holds the money, asks the charge point, and settles when it has answered. Throws a refusal of the booking, or
     * charger_rejected, charger_silent, charger_offline; then the hold is released.
     */
    async start(request: StartRequest): Promise<{ bookingId: string }> {
      const { driverId, chargePointId, connector } = request;
      const connectorState = await availability.connectorForStart(chargePointId, connector);
      const reservation = await findReservation(database, request, clock.now());
      const claim = reservation && (await claimOf(database, driverId, reservation, clock.now()));
      if (reservation && !claim) refuse('connector_busy');
      const isOwnPlug = connectorState?.status === 'Finishing' && (await isStillPlugged(database, request));
      const offer = checkConnector(connectorState, isOwnPlug || claim !== undefined);
      if (!(await supplierIn(database, offer.state))) refuse('state_without_supplier', { state: offer.state });
      if (liveSessions.ofConnector(chargePointId, connector)) refuse('connector_busy');
      const [vehicle, payer] = await Promise.all([vehicles.defaultOf(driverId), accounts.businessOf(driverId)]);
      const terms = {
        vehicleId: vehicle?.id,
        payer,
        startTag: claim?.card,
        runningPerDriver: rules.runningPerDriver,
        now: clock.now(),
      };
      const { session, idTag } = await database
        .transaction((tx) => openSession(tx, wallet, request, offer, terms))
        .catch((error: unknown) => (isTaken(error) ? refuse('connector_busy') : Promise.reject(error)));
      const { bookingId } = session;
      if (!liveSessions.ofBooking(bookingId)) liveSessions.add(session, offer.ratedW, terms.now);
      // Kept for this driver it is free.
      const connectorStatus = offer.status === 'Reserved' ? 'Available' : offer.status;
      await move(bookingId, ({ state }) => ({ state: nextState(state, 'asked'), connectorStatus }));
      try {
        // The charge point keeps a reserved connector for the card that it was told.
        const startTag = claim?.card ?? idTag;
        if ((await chargePoints.remoteStart(chargePointId, { connector, idTag: startTag })) === 'rejected')
          refuse('charger_rejected');
      } catch (error) {
        await fail(bookingId, startFailureOf(error));
        throw error;
      }
      const live = liveSessions.ofBooking(bookingId);
      if (live) live.startSentAt = clock.now();
      await move(bookingId, ({ state }) => ({ state: nextState(state, 'accepted') }));
      return { bookingId };
    },
  };
}

/** The database holds that a connector runs one session at a time. */
function isTaken(error: unknown): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return (cause as { constraint?: string }).constraint === 'charging_sessions_one_a_connector';
}
