import { isFailure, refuse, type FailureCode } from '#kernel/failure.ts';
import { bookCharge, checkConnector, type StartRequest } from './booking.ts';
import type { StartReport } from './charge-points.ts';
import * as store from './charging.store.ts';
import type { ChargingContext } from './context.ts';
import { isStillPlugged } from './plugged.store.ts';
import { isStarting, looksOver, next } from './session-state.ts';
import type { Stops } from './stops.ts';

export type Starts = ReturnType<typeof createStarts>;

/** From the driver's tap to the transaction that the charger opens. */
export function createStarts(context: ChargingContext, { askToStop }: Pick<Stops, 'askToStop'>) {
  const { database, clock, log, wallet, stations, vehicles, points, rules, live, move, tellStatus } = context;
  const { tellTurn, putAside } = context;

  /** A start that came to nothing: the hold goes back at once. */
  async function fail(bookingId: string, reason: FailureCode): Promise<void> {
    await move(bookingId, async (session, tx) => {
      if (!isStarting(session.state)) return undefined;
      await wallet.releaseHold(tx, bookingId);
      // A driver who has called it off knows.
      if (reason !== 'start_cancelled')
        await tellTurn(tx, session, { turn: 'failed', reason, backPaise: session.holdPaise });
      return { state: next(session.state, 'start-failed'), endedAt: clock.now(), endReason: reason };
    });
  }

  return {
    fail,

    /**
     * Holds the money, asks the charger, and settles when it has answered. Throws a refusal of the booking, or
     * charger_rejected, charger_silent, charger_offline; then the hold is released.
     */
    async start(request: StartRequest): Promise<{ bookingId: string }> {
      const { driverId, chargerId, connector } = request;
      const found = await stations.connectorForStart(chargerId, connector);
      const offer = checkConnector(found, found?.status === 'Finishing' && (await isStillPlugged(database, request)));
      if (live.ofConnector(chargerId, connector)) refuse('connector_busy');
      const vehicle = await vehicles.defaultOf(driverId);
      const facts = { vehicleId: vehicle?.id, runningPerDriver: rules.runningPerDriver, now: clock.now() };
      const session = await database
        .transaction((tx) => bookCharge(tx, wallet, request, offer, facts))
        .catch((error: unknown) => (isTaken(error) ? refuse('connector_busy') : Promise.reject(error)));
      const { bookingId, idTag } = session;
      live.add(session, offer.maxW, facts.now);
      const connectorStatus = offer.status;
      await move(bookingId, ({ state }) => ({ state: next(state, 'asked'), connectorStatus }));
      try {
        if ((await points.remoteStart(chargerId, { connector, idTag })) === 'rejected') refuse('charger_rejected');
      } catch (error) {
        await fail(bookingId, isFailure(error) ? error.code : 'charger_silent');
        throw error;
      }
      await move(bookingId, ({ state }) => ({ state: next(state, 'accepted') }));
      return { bookingId };
    },

    /** StartTransaction. A repeat gets the same transaction id; a tag that buys nothing gets one too, and is not accepted. */
    async started(report: StartReport): Promise<{ transactionId: number; accepted: boolean }> {
      const { session, transactionId, accepted } = await database.transaction(async (tx) => {
        const booked = await store.lockByIdTag(tx, report.idTag);
        if (!booked || booked.chargerId !== report.chargerId || booked.connector !== report.connector) {
          await putAside(tx, 'StartTransaction', 'the idTag buys nothing here', report);
          return { session: undefined, transactionId: await store.nextTransactionId(tx), accepted: false };
        }
        if (isAnotherStart(booked, report)) {
          await putAside(tx, 'StartTransaction', 'the idTag was used up by an earlier charge', report);
          return { session: undefined, transactionId: await store.nextTransactionId(tx), accepted: false };
        }
        const inTime = booked.state !== 'failed';
        // Told on all the same: the answer to the first may have been lost before we ourselves knew that it was kept.
        if (booked.transactionId !== null)
          return { session: booked, transactionId: booked.transactionId, accepted: inTime };
        const id = await store.nextTransactionId(tx);
        // A clock that runs ahead must not put the start after the samples that it takes once it is set right.
        const startedAt = report.at < report.receivedAt ? report.at : report.receivedAt;
        const facts = { transactionId: id, startedAt, meterStartWh: report.meterStartWh };
        // It was said before the transaction; said again, it is a hint that the charge is over.
        const connectorStatus = looksOver(booked.connectorStatus) ? null : booked.connectorStatus;
        const begun = { state: next(booked.state, 'started'), progressAt: report.receivedAt, connectorStatus };
        const changed = await store.change(tx, booked.bookingId, inTime ? { ...facts, ...begun } : facts);
        if (inTime) await tellTurn(tx, changed, { turn: 'started' });
        return { session: changed, transactionId: id, accepted: inTime };
      });
      if (session && accepted) {
        const charge = live.ofBooking(session.bookingId);
        if (!charge || charge.session.transactionId !== null) return { transactionId, accepted };
        live.renew(session);
        charge.receivedAt = charge.progressAt = report.receivedAt;
        tellStatus(session);
      } else if (session) {
        log.warn({ bookingId: session.bookingId }, 'a charge began too late and is stopped');
        askToStop(report.chargerId, transactionId);
      }
      return { transactionId, accepted };
    },
  };
}

/** Whether a start comes after the charge that its tag was for, rather than repeating its start. */
function isAnotherStart({ state, endedAt, meterStartWh }: store.Session, report: StartReport): boolean {
  if (state !== 'completed' || !endedAt) return false;
  return meterStartWh !== report.meterStartWh || (report.at > endedAt && !report.clockDoubted);
}

/** The database holds that a connector runs one charge at a time. */
function isTaken(error: unknown): boolean {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return (cause as { constraint?: string }).constraint === 'charging_sessions_one_a_connector';
}
