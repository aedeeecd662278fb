import type { Tx } from '#db/database.ts';
import type { ConnectorForStart } from '#modules/availability/index.ts';
import { lockReservations } from '#modules/operations/index.ts';
import { findToken, tagGroup, tagStatus, type Token } from '#modules/tokens/index.ts';
import { reportedStartAt, type StartAnswer, type StartReport, type StartStatus } from '../charge-points.ts';
import type { SessionContext } from '../context.ts';
import { noteRejected, findEarlierRejection } from '../rejected/rejected-transactions.ts';
import type { TransactionStopper } from '../rejected/transaction-stopper.ts';
import { statusAtStart } from '../session-state.ts';
import * as store from '../sessions.store.ts';
import type { Stops } from '../stopping/stops.ts';
import type { Recovery } from '../supervision/recovery.ts';
import { oneTimeTagInfo, fundedCardInfo, publishCardRejected } from '../tokens/authorization.ts';
import { cardTermsOf, type CardTerms } from '../tokens/card-purchase.ts';
import { startOnToken } from '../tokens/token-sessions.ts';
import type { FailedStarts } from './failed-starts.ts';
import { isStartElsewhere, moveSession } from './moved-starts.ts';
import { useReservation } from './reserved-starts.ts';
import { reviveSession } from './revived-starts.ts';
import { nextStartStep } from './start-step.ts';

interface DecidedStart {
  /** The session that the transaction belongs to. */
  session: store.Session | undefined;
  transactionId: number;
  status: StartStatus;
  /** The operator's token, or the driver's card, that started it. Undefined if the one-time tag did. */
  token?: Token | undefined;
}

/** A session that must be closed before the start can be accepted. */
interface BlockingSession {
  sessionToClose: store.Session;
}

/** A driver's card was presented, and its terms have not been read yet. */
interface CardPresented {
  cardOfDriver: number;
}

/** A requested session starts on another connector, whose offer has not been read yet. */
interface StartElsewhere {
  startsElsewhere: true;
}

/** A requested session cannot move to the connector that started, so it fails. */
interface CannotMove {
  rejected: DecidedStart;
  bookingId: string;
}

type StartDecision = DecidedStart | BlockingSession | CardPresented | StartElsewhere | CannotMove;

/** What is read before the transaction begins, once a first look has shown that it is needed. */
interface Prepared {
  terms?: CardTerms;
  /** The connector of the report. Undefined within if there is no such connector. */
  elsewhere?: { offer: ConnectorForStart | undefined };
}

export type StartReports = ReturnType<typeof createStartReports>;

/** Handles StartTransaction. */
export function createStartReports(
  context: SessionContext,
  { stopTransaction }: Pick<TransactionStopper, 'stopTransaction'>,
  recovery: Pick<Recovery, 'recover'>,
  { closeProvisionally }: Pick<Stops, 'closeProvisionally'>,
  { fail }: Pick<FailedStarts, 'fail'>,
) {
  const { database, log, availability, liveSessions, publishStatus, publishStarted, publishEvent, quarantine } =
    context;

  /**
   * The session that a one-time tag was created for. Its driver is locked first if the session may have to be revived.
   */
  async function lockBookedSession(tx: Tx, report: StartReport): Promise<store.BoughtSession | undefined> {
    const { idTag, chargePointId, connector } = report;
    const unlocked = await store.findSessionByOneTimeTag(tx, idTag);
    if (unlocked?.state === 'failed') await store.lockStartsOfDriver(tx, unlocked.driverId);
    if (unlocked) await lockReservations(tx, chargePointId);
    const booked = unlocked && (await store.lockSessionByOneTimeTag(tx, idTag));
    if (booked?.chargePointId !== chargePointId) return undefined;
    return booked.connector === connector || isStartElsewhere(booked, report) ? booked : undefined;
  }

  async function rejectStart(
    tx: Tx,
    report: StartReport,
    problem: string,
    status: StartStatus = 'Invalid',
  ): Promise<DecidedStart> {
    await quarantine(tx, 'StartTransaction', problem, report);
    const transactionId = await noteRejected(tx, report, { bookingId: null, status });
    return { session: undefined, transactionId, status };
  }

  async function decideTokenStart(
    tx: Tx,
    token: Token,
    report: StartReport,
    terms: CardTerms | undefined,
  ): Promise<StartDecision> {
    const { driverId } = token;
    if (driverId !== null && terms?.driverId !== driverId) return { cardOfDriver: driverId };
    const start = await startOnToken(tx, context, token, report, driverId === null ? undefined : terms);
    if ('rejected' in start) {
      const { rejected, status = rejectionStatusOf(token, report), reason } = start;
      if (reason) await publishCardRejected(tx, context, token, reason, report.chargePointId);
      return { ...(await rejectStart(tx, report, rejected, status)), token };
    }
    if ('ended' in start) return { sessionToClose: start.ended };
    return { session: start.session, transactionId: start.session.transactionId ?? 0, status: 'Accepted', token };
  }

  async function decideStart(tx: Tx, report: StartReport, { terms, elsewhere }: Prepared): Promise<StartDecision> {
    const rejected = await findEarlierRejection(tx, report);
    let booked = rejected === undefined ? await lockBookedSession(tx, report) : undefined;
    const token = booked ? undefined : await findToken(tx, report.idTag);
    if (rejected) {
      const { transactionId, status } = rejected;
      return { session: undefined, transactionId, status: status ?? rejectionStatusOf(token, report), token };
    }
    if (token) return decideTokenStart(tx, token, report, terms);
    if (!booked || isAnotherStart(booked, report)) {
      const problem = booked ? 'the idTag was used up by an earlier charge' : 'the idTag buys nothing here';
      return rejectStart(tx, report, problem);
    }
    if (isStartElsewhere(booked, report)) {
      if (!elsewhere) return { startsElsewhere: true };
      const moved = await moveSession(tx, context, booked, report, elsewhere.offer);
      if (!moved) {
        const { bookingId } = booked;
        return { rejected: await rejectStart(tx, report, 'its charge cannot move to this connector'), bookingId };
      }
      booked = moved;
    }
    // Published again, because the answer to the first report may have been lost before we knew that it was stored.
    if (booked.transactionId !== null) {
      const status = booked.state === 'failed' ? 'Invalid' : 'Accepted';
      return { session: booked, transactionId: booked.transactionId, status };
    }
    const running = {
      transactionId: await store.takeTransactionId(tx),
      startedAt: reportedStartAt(report),
      meterStartWh: report.meterStartWh,
      progressAt: report.receivedAt,
      connectorStatus: statusAtStart(booked.connectorStatus),
    };
    const { at, isClockDoubted } = report;
    const step = nextStartStep(booked, { kind: 'started', at, isClockDoubted });
    if (step && !step.holdChange) {
      const session = await store.changeSession(tx, booked.bookingId, { ...running, state: step.state });
      await publishEvent(tx, session, { kind: 'started' });
      return { session, transactionId: running.transactionId, status: 'Accepted' };
    }
    const revived = step && (await reviveSession(tx, context, booked, running));
    if (revived) return { session: revived, transactionId: running.transactionId, status: 'Accepted' };
    const late = { bookingId: booked.bookingId, status: 'Invalid' } as const;
    return { session: booked, transactionId: await noteRejected(tx, report, late), status: 'Invalid' };
  }

  /** Updates memory after the commit. */
  async function updateMemory(session: store.Session, { receivedAt, claimedAt }: StartReport): Promise<void> {
    const live = liveSessions.ofBookingId(session.bookingId);
    if (live && live.session.transactionId !== null) return;
    if (live) {
      const isMoved = live.session.connector !== session.connector;
      liveSessions.renew(session);
      live.sampleReceivedAt = live.progressAt = receivedAt;
      // The driver's screens listen to the connector that was requested.
      if (isMoved) publishStarted(session, false);
    } else {
      // A session that was given up is only in the database.
      await recovery.recover(session);
    }
    const begun = liveSessions.ofBookingId(session.bookingId);
    if (begun) begun.claimedStartAt = claimedAt;
    publishStatus(session);
    publishStarted(session);
  }

  /**
   * Handles StartTransaction. A repeat gets the same transaction id. A tag that may not charge gets an id too, but is
   * not accepted.
   */
  async function started(report: StartReport, prepared: Prepared = {}): Promise<StartAnswer> {
    const start = await database.transaction(async (tx) => {
      const taken = await decideStart(tx, report, prepared);
      const isAccepted = 'status' in taken && taken.status === 'Accepted';
      if (isAccepted && taken.session) await useReservation(tx, report, taken.session, taken.token);
      return taken;
    });
    if ('cardOfDriver' in start)
      return started(report, { terms: await cardTermsOf(context, start.cardOfDriver, report) });
    if ('startsElsewhere' in start) {
      const offer = await availability.connectorForStart(report.chargePointId, report.connector);
      return started(report, { elsewhere: { offer } });
    }
    if ('sessionToClose' in start) {
      await closeProvisionally(start.sessionToClose.bookingId, 'EVDisconnected');
      return started(report, prepared);
    }
    if ('rejected' in start) await fail(start.bookingId, 'start_elsewhere');
    const { session, transactionId, status, token } = 'rejected' in start ? start.rejected : start;
    if (session && status === 'Accepted') {
      if (!session.endedAt) await updateMemory(session, report);
    } else if (session) {
      log.warn(
        { event: 'session.started_too_late', bookingId: session.bookingId },
        'a session began too late and is stopped',
      );
      stopTransaction({ ...report, transactionId });
    }
    const isAccepted = session !== undefined && status === 'Accepted';
    const tagInfo = isAccepted && !token ? oneTimeTagInfo(session) : tagGroup(token);
    const isCard = isAccepted && token && token.driverId !== null;
    return { transactionId, ...(isCard ? fundedCardInfo(tagInfo, report.receivedAt) : tagInfo), status };
  }

  return { started: (report: StartReport): Promise<StartAnswer> => started(report) };
}

/** The status for a rejected start: why the tag may not charge, or that another tag may not charge here. */
function rejectionStatusOf(token: Token | undefined, report: StartReport): StartStatus {
  const status = tagStatus(token, reportedStartAt(report));
  return status === 'Accepted' ? 'Invalid' : status;
}

/** True if this start follows the session that its tag was for, rather than repeating its start. */
function isAnotherStart({ state, endedAt, meterStartWh }: store.Session, report: StartReport): boolean {
  if (state !== 'completed' || !endedAt) return false;
  return meterStartWh !== report.meterStartWh || (report.at > endedAt && !report.isClockDoubted);
}
