import type { Tx } from '#db/database.ts';
import { fenced, FencedOff } from '#db/fence.ts';
import { traced, traceHere } from '#kernel/trace.ts';
import { ownReservationFor } from '#modules/availability/index.ts';
import { supplierIn } from '#modules/invoices/index.ts';
import { lockReservations, type Reservation } from '#modules/operations/index.ts';
import type { SessionContext } from '../context.ts';
import type { SessionState } from '../session-state.ts';
import { failedStart, refuse, startFailureOf, type StartFailure } from '../sessions.failures.ts';
import * as store from '../sessions.store.ts';
import { nextHoldStep, type HoldInput } from './hold.ts';
import { openSession, checkConnector, type StartRequest } from './open-session.ts';
import { isStillPlugged } from './plugged.store.ts';
import { findReservationAccess, canStartAt, listReservationsSeenBy } from './reserved.ts';

export type Starts = ReturnType<typeof createStarts>;

/** From the driver's tap to the charge point's answer, or to the moment it is given up. */
export function createStarts(
  context: SessionContext,
  elsewhere: {
    /** Has a start that is held sent by another node, and waits for what becomes of one that was sent. */
    begin(session: store.BoughtSession): Promise<void>;
    /** Another node looks after a session whose row this one has changed. */
    tellChanged(bookingId: string): void;
  },
) {
  const {
    database,
    clock,
    network,
    wallet,
    availability,
    accounts,
    vehicles,
    chargePoints,
    rules,
    liveSessions,
    owners,
    move,
    publishEvent,
  } = context;

  /** What ends a start ends its hold in the same transaction, once. */
  async function follow(
    bookingId: string,
    input: HoldInput,
    isMeant: (state: SessionState) => boolean = () => true,
  ): Promise<void> {
    await move(bookingId, async (session, tx) => {
      const step = isMeant(session.state) ? nextHoldStep(session, input) : undefined;
      if (!step?.reason || !store.isBought(session)) return undefined;
      const { state, reason } = step;
      await wallet.releaseHold(tx, bookingId);
      // A driver who has called it off knows.
      if (reason !== 'start_cancelled')
        await publishEvent(tx, session, { kind: 'failed', reason, backPaise: session.holdPaise });
      return { state, endedAt: clock.now(), endReason: reason };
    });
  }

  const fail = (bookingId: string, reason: StartFailure): Promise<void> =>
    follow(bookingId, { kind: 'failed', reason });

  /** The same where the start stands so. */
  const failWhere = (bookingId: string, reason: StartFailure, isMeant: (state: SessionState) => boolean) =>
    follow(bookingId, { kind: 'failed', reason }, isMeant);

  /** Asks the charge point for a start that is held. Throws charger_rejected, charger_silent, charger_offline; then the hold is released. */
  async function begin(session: store.BoughtSession, { status, ratedW }: { status: string | null; ratedW: number }) {
    const { bookingId, chargePointId, connector, idTag, startTag } = session;
    const begun = liveSessions.ofBooking(bookingId) ?? liveSessions.add(session, ratedW, clock.now());
    begun.trace = traceHere();
    // Kept for this driver it is free.
    const connectorStatus = status === 'Reserved' ? 'Available' : status;
    const asked = await move(bookingId, (row) => {
      const step = nextHoldStep(row, { kind: 'asked' });
      return step && { state: step.state, connectorStatus };
    });
    // It was given up before it was sent.
    if (!asked || asked.state === 'failed') return failedStart(asked?.endReason ?? 'start_cancelled');
    try {
      // The charge point keeps a reserved connector for the card that it was told.
      if ((await chargePoints.remoteStart(chargePointId, { connector, idTag: startTag ?? idTag ?? '' })) === 'rejected')
        refuse('charger_rejected');
    } catch (error) {
      const reason = startFailureOf(error);
      const keep = () => fail(bookingId, reason);
      await (reason === 'charger_rejected' ? keepAnswer(session, keep) : keep());
      throw error;
    }
    const live = liveSessions.ofBooking(bookingId);
    if (live) live.startSentAt = clock.now();
    await keepAnswer(session, () =>
      move(bookingId, (row) => {
        const step = nextHoldStep(row, { kind: 'accepted' });
        return step && { state: step.state };
      }),
    );
  }

  /** What the charge point has answered is so, also where another node has come to look after it meanwhile: that one hears of it. */
  async function keepAnswer({ bookingId }: store.BoughtSession, keep: () => Promise<unknown>): Promise<void> {
    try {
      await keep();
    } catch (error) {
      if (!(error instanceof FencedOff)) throw error;
      await fenced(undefined, keep);
      elsewhere.tellChanged(bookingId);
    }
  }

  /** Has a start that is held sent by the node that looks after the charge point. */
  async function beginAtOwner(session: store.BoughtSession, offer: Parameters<typeof begin>[1]): Promise<void> {
    const { chargePointId } = session;
    if (!owners.owns(chargePointId)) return elsewhere.begin(session);
    try {
      await owners.fenced(chargePointId, () => begin(session, offer));
    } catch (error) {
      if (!(error instanceof FencedOff)) throw error;
      // This node had not heard that another looks after the charge point by now. What was sent and not answered is not sent anew.
      await elsewhere.begin(session);
    }
  }

  return {
    fail,
    failWhere,

    /** The same of a start that another node holds. */
    async beginHeld(bookingId: string): Promise<void> {
      const [session] = await store.listByBookings(database, [bookingId]);
      if (!session || !store.isBought(session) || session.state !== 'held') return;
      const offer = await availability.connectorForStart(session.chargePointId, session.connector);
      await begin(session, { status: offer?.status ?? null, ratedW: session.ratedW ?? offer?.ratedW ?? 0 });
    },

    /** The server ended between holding the money and asking the charge point: nothing can come of these starts. */
    async failUnasked(): Promise<void> {
      for (const { session } of liveSessions.all()) {
        if (session.state === 'held') await fail(session.bookingId, 'start_interrupted');
      }
    },

    /** Gives a start up whose time is over. */
    giveUp: (bookingId: string): Promise<void> =>
      follow(bookingId, { kind: 'looked-at', nowMs: clock.now().getTime(), rules }),

    /**
     * Holds the money, asks the charge point, and settles when it has answered. Throws a refusal of the booking, or
     * charger_rejected, charger_silent, charger_offline; then the hold is released.
     */
    async start(request: StartRequest): Promise<{ bookingId: string }> {
      const { driverId, chargePointId, connector } = request;
      const connectorState = await availability.connectorForStart(chargePointId, connector);
      const claimed = (one: Reservation) => findReservationAccess(database, driverId, one, clock.now());
      const seen = (tx: Tx) =>
        listReservationsSeenBy(tx, chargePointId, clock.now(), async (one) => (await claimed(one)) !== undefined);
      const claim = ownReservationFor(await seen(database), connector);
      const isOwnPlug = connectorState?.status === 'Finishing' && (await isStillPlugged(database, request));
      const offer = checkConnector(connectorState, isOwnPlug || claim !== undefined);
      if (!(await supplierIn(database, offer.state))) refuse('state_without_supplier', { state: offer.state });
      if (liveSessions.ofConnector(chargePointId, connector)) refuse('connector_busy');
      const [vehicle, payer] = await Promise.all([vehicles.defaultOf(driverId), accounts.businessOf(driverId)]);
      const terms = {
        vehicleId: vehicle?.id,
        payer,
        startTag: claim && (await claimed(claim))?.card,
        runningPerDriver: rules.runningPerDriver,
        now: clock.now(),
      };
      const { session } = await database
        .transaction(async (tx) => {
          // In the order of every start: driver, reservations, sessions.
          await store.lockStartsOfDriver(tx, driverId);
          await lockReservations(tx, chargePointId);
          if (!(await canStartAt(tx, network, request, await seen(tx)))) refuse('connector_busy');
          return openSession(tx, wallet, request, offer, terms);
        })
        .catch((error: unknown) => (isTaken(error) ? refuse('connector_busy') : Promise.reject(error)));
      const { bookingId } = session;
      await traced('session.start', { facts: { bookingId, chargePointId } }, () => beginAtOwner(session, offer));
      return { bookingId };
    },
  };
}

/** The database holds that a connector runs one session at a time. */
function isTaken(error: unknown): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return (cause as { constraint?: string }).constraint === 'charging_sessions_one_a_connector';
}
