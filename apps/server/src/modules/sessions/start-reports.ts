import type { Tx } from '#db/database.ts';
import { startOf, type StartReport } from './charge-points.ts';
import type { SessionContext } from './context.ts';
import { beganInTime, recoverAgain } from './late-starts.ts';
import type { Recovery } from './recovery.ts';
import { noteRefused, refusedBefore } from './refused-transactions.ts';
import { looksOver, next } from './session-state.ts';
import * as store from './sessions.store.ts';
import type { Unwanted } from './unwanted-transactions.ts';

interface Taken {
  /** The session that the transaction is for. */
  session: store.Session | undefined;
  transactionId: number;
  accepted: boolean;
}

export type StartReports = ReturnType<typeof createStartReports>;

/** The transactions that charge points open. */
export function createStartReports(
  context: SessionContext,
  { goesOn }: Pick<Unwanted, 'goesOn'>,
  recovery: Pick<Recovery, 'one'>,
) {
  const { database, log, liveSessions, publishStatus, publishEvent, quarantine } = context;

  /** The session that a tag was given out for. Its driver is locked first where it may have to be recovered. */
  async function lockBooked(
    tx: Tx,
    { idTag, chargePointId, connector }: StartReport,
  ): Promise<store.Session | undefined> {
    const seen = await store.findByIdTag(tx, idTag);
    if (seen?.state === 'failed') await store.lockStartsOfDriver(tx, seen.driverId);
    const booked = seen && (await store.lockByIdTag(tx, idTag));
    return booked?.chargePointId === chargePointId && booked.connector === connector ? booked : undefined;
  }

  async function take(tx: Tx, report: StartReport): Promise<Taken> {
    const refused = await refusedBefore(tx, report);
    if (refused !== undefined) return { session: undefined, transactionId: refused, accepted: false };
    const booked = await lockBooked(tx, report);
    if (!booked || isAnotherStart(booked, report)) {
      const problem = booked ? 'the idTag was used up by an earlier charge' : 'the idTag buys nothing here';
      await quarantine(tx, 'StartTransaction', problem, report);
      return { session: undefined, transactionId: await noteRefused(tx, report, null), accepted: false };
    }
    // Told on all the same: the answer to the first may have been lost before we ourselves knew that it was kept.
    if (booked.transactionId !== null)
      return { session: booked, transactionId: booked.transactionId, accepted: booked.state !== 'failed' };
    const running = {
      transactionId: await store.nextTransactionId(tx),
      startedAt: startOf(report),
      meterStartWh: report.meterStartWh,
      progressAt: report.receivedAt,
      // It was said before the transaction; said again, it is a hint that the session is over.
      connectorStatus: looksOver(booked.connectorStatus) ? null : booked.connectorStatus,
    };
    if (booked.state !== 'failed') {
      const started = { ...running, state: next(booked.state, 'started') };
      const session = await store.changeSession(tx, booked.bookingId, started);
      await publishEvent(tx, session, { kind: 'started' });
      return { session, transactionId: running.transactionId, accepted: true };
    }
    const revived = beganInTime(booked, report) ? await recoverAgain(tx, context, booked, running) : undefined;
    if (revived) return { session: revived, transactionId: running.transactionId, accepted: true };
    return { session: booked, transactionId: await noteRefused(tx, report, booked.bookingId), accepted: false };
  }

  /** Memory follows what was written. */
  async function follow(session: store.Session, { receivedAt }: StartReport): Promise<void> {
    const live = liveSessions.ofBooking(session.bookingId);
    if (live && live.session.transactionId !== null) return;
    if (live) {
      liveSessions.renew(session);
      live.receivedAt = live.progressAt = receivedAt;
    } else {
      // What was given up is known to its row alone.
      await recovery.one(session);
    }
    publishStatus(session);
  }

  return {
    /** StartTransaction. A repeat gets the same transaction id; a tag that buys nothing gets one too, and is not accepted. */
    async started(report: StartReport): Promise<{ transactionId: number; accepted: boolean }> {
      const { session, transactionId, accepted } = await database.transaction((tx) => take(tx, report));
      if (session && accepted) {
        if (!session.endedAt) await follow(session, report);
      } else if (session) {
        log.warn(
          { event: 'session.started_too_late', bookingId: session.bookingId },
          'a session began too late and is stopped',
        );
        goesOn({ ...report, transactionId });
      }
      return { transactionId, accepted };
    },
  };
}

/** Whether a start comes after the session that its tag was for, rather than repeating its start. */
function isAnotherStart({ state, endedAt, meterStartWh }: store.Session, report: StartReport): boolean {
  if (state !== 'completed' || !endedAt) return false;
  return meterStartWh !== report.meterStartWh || (report.at > endedAt && !report.clockDoubted);
}
