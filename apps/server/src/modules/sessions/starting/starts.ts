import type { Tx } from '#db/database.ts';
import { fenced, FencedOff } from '#db/fence.ts';
import { traced, traceHere } from '#kernel/trace.ts';
import { ownReservationFor } from '#modules/availability/index.ts';
import { findSupplierIn } from '#modules/invoices/index.ts';
import { lockReservations, type Reservation } from '#modules/operations/index.ts';
import type { SessionContext } from '../context.ts';
import type { SessionsOnOtherNodes } from '../sessions-on-other-nodes.ts';
import { failedStart, refuse, startFailureOf } from '../sessions.refusals.ts';
import * as store from '../sessions.store.ts';
import { isStillPlugged } from './connectors-in-use.store.ts';
import { createSession, checkConnector, type StartRequest } from './create-session.ts';
import type { FailedStarts } from './failed-starts.ts';
import { noteStartSent, noteTrace } from './live-start.ts';
import { findReservationAccess, canStartAt, listReservationsSeenBy } from './reserved-starts.ts';
import { nextStartStep } from './start-step.ts';

interface StartsParts {
  failedStarts: Pick<FailedStarts, 'fail'>;
  /** Undefined on a node that serves its database alone. */
  sessionsOnOtherNodes: Pick<SessionsOnOtherNodes, 'sendStart' | 'publishChanged'> | undefined;
}

/** Handles a start from the driver's request until the charge point answers or the start is given up. */
export function createStarts(
  context: SessionContext,
  { failedStarts: { fail }, sessionsOnOtherNodes: otherNodes }: StartsParts,
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
    changeLocked,
  } = context;

  /**
   * Sends RemoteStartTransaction for a held start. Throws charger_rejected, charger_silent or charger_offline, after
   * releasing the hold. A start whose transaction began before the charge point answered has not failed.
   */
  async function sendStart(
    session: store.BoughtSession,
    { status, ratedW }: { status: string | null; ratedW: number },
  ) {
    const { bookingId, chargePointId, connector, oneTimeTag, requestedCard } = session;
    const live = liveSessions.ofBookingId(bookingId) ?? liveSessions.add(session, ratedW, clock.now());
    noteTrace(live.start, traceHere());
    // Reserved for this driver means available.
    const connectorStatus = status === 'Reserved' ? 'Available' : status;
    const asked = await changeLocked(bookingId, (row) => {
      const step = nextStartStep(row, { kind: 'asked' });
      return step && { state: step.state, connectorStatus };
    });
    // The start was given up before it was sent.
    if (!asked || asked.state === 'failed') return failedStart(asked?.endReason ?? 'start_cancelled');
    try {
      // The charge point reserves the connector for the card that it was told.
      if (
        (await chargePoints.remoteStart(chargePointId, { connector, idTag: requestedCard ?? oneTimeTag ?? '' })) ===
        'rejected'
      )
        refuse('charger_rejected');
    } catch (error) {
      const reason = startFailureOf(error);
      const save = () => fail(bookingId, reason);
      await (reason === 'charger_rejected' ? saveAnswer(session, save) : save());
      if ((await store.findSession(database, bookingId))?.state === 'failed') throw error;
      return;
    }
    noteStartSent(live.start, clock.now());
    await saveAnswer(session, () =>
      changeLocked(bookingId, (row) => {
        const step = nextStartStep(row, { kind: 'accepted' });
        return step && { state: step.state };
      }),
    );
  }

  /** Stores the charge point's answer, even if another node owns the charge point by now. That node is told. */
  async function saveAnswer({ bookingId }: store.BoughtSession, save: () => Promise<unknown>): Promise<void> {
    try {
      await save();
    } catch (error) {
      if (!(error instanceof FencedOff)) throw error;
      await fenced(undefined, save);
      otherNodes?.publishChanged(bookingId);
    }
  }

  /** Makes the node that owns the charge point send a held start. */
  async function sendStartAtOwner(session: store.BoughtSession, offer: Parameters<typeof sendStart>[1]): Promise<void> {
    const { chargePointId } = session;
    if (!owners.owns(chargePointId)) return otherNodes?.sendStart(session);
    try {
      await owners.fenced(chargePointId, () => sendStart(session, offer));
    } catch (error) {
      if (!(error instanceof FencedOff)) throw error;
      // Another node owns the charge point by now, and this one had not heard. A start that was sent and not answered
      // is not sent again.
      await otherNodes?.sendStart(session);
    }
  }

  return {
    /** Sends a held start that another node has created. */
    async sendHeldStart(bookingId: string): Promise<void> {
      const session = await store.findSession(database, bookingId);
      if (!session || !store.isBought(session) || session.state !== 'held') return;
      const offer = await availability.findConnectorForStart(session.chargePointId, session.connector);
      await sendStart(session, { status: offer?.status ?? null, ratedW: session.ratedW ?? offer?.ratedW ?? 0 });
    },

    /**
     * Holds the price, asks the charge point, and resolves when it has accepted. Throws a refusal of the start, or
     * charger_rejected, charger_silent or charger_offline after releasing the hold.
     */
    async start(request: StartRequest): Promise<{ bookingId: string }> {
      const { driverId, chargePointId, connector } = request;
      const connectorState = await availability.findConnectorForStart(chargePointId, connector);
      // A driver who has not heard of the first start presses again, and must not be sent to another connector.
      if (await store.isOpenForDriver(database, request)) refuse('charge_running');
      const findAccess = (one: Reservation) => findReservationAccess(database, driverId, one, clock.now());
      const seen = (tx: Tx) =>
        listReservationsSeenBy(tx, chargePointId, clock.now(), async (one) => (await findAccess(one)) !== undefined);
      const ownReservation = ownReservationFor(await seen(database), connector);
      const isOwnPlug = connectorState?.status === 'Finishing' && (await isStillPlugged(database, request));
      const offer = checkConnector(connectorState, isOwnPlug || ownReservation !== undefined);
      if (!(await findSupplierIn(database, offer.state))) refuse('state_without_supplier', { state: offer.state });
      if (liveSessions.ofConnector(chargePointId, connector)) refuse('connector_busy');
      const [vehicle, payer] = await Promise.all([
        vehicles.findDefaultOfDriver(driverId),
        accounts.findBusinessOfDriver(driverId),
      ]);
      const terms = {
        vehicleId: vehicle?.id,
        payer,
        requestedCard: ownReservation && (await findAccess(ownReservation))?.card,
        runningPerDriver: rules.runningPerDriver,
        now: clock.now(),
      };
      const session = await database
        .transaction(async (tx) => {
          // Every start locks in this order: driver, reservations, sessions.
          await store.lockStartsOfDriver(tx, driverId);
          await lockReservations(tx, chargePointId);
          if (!(await canStartAt(tx, network, request, await seen(tx)))) refuse('connector_busy');
          return createSession(tx, wallet, request, offer, terms);
        })
        .catch((error: unknown) => (isSecondOpenSession(error) ? refuse('connector_busy') : Promise.reject(error)));
      const { bookingId } = session;
      await traced('session.start', { facts: { bookingId, chargePointId } }, () => sendStartAtOwner(session, offer));
      return { bookingId };
    },
  };
}

/** True if the unique index that allows one open session on a connector was violated. */
function isSecondOpenSession(error: unknown): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return (cause as { constraint?: string }).constraint === 'charging_sessions_one_a_connector';
}
