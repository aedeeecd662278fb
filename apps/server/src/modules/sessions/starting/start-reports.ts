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
import { noteBegun } from '../supervision/live-activity.ts';
import type { Recovery } from '../supervision/recovery.ts';
import { oneTimeTagInfo, fundedCardInfo, publishCardRejected } from '../tokens/authorization.ts';
import { cardTermsOf, type CardTerms } from '../tokens/card-purchase.ts';
import { startOnToken } from '../tokens/token-sessions.ts';
import type { FailedStarts } from './failed-starts.ts';
import { noteClaimedStart } from './live-start.ts';
import { isStartElsewhere, moveSession } from './moved-starts.ts';
import { useReservation } from './reserved-starts.ts';
import { reviveSession } from './revived-starts.ts';
import { nextStartStep } from './start-step.ts';

interface DecidedStart {
  kind: 'decided';
  /** The session that the transaction belongs to. */
  session: store.Session | undefined;
  transactionId: number;
  status: StartStatus;
  /** The operator's token, or the driver's card, that started it. Undefined if the one-time tag did. */
  token?: Token | undefined;
  /** A requested session that has failed, because it cannot move to the connector that started. */
  failed?: store.Session;
}

type StartDecision =
  | DecidedStart
  /** This session must be closed before the start can be accepted. */
  | { kind: 'blocked'; by: store.Session }
  /** A driver's card was presented, and its terms have not been read yet. */
  | { kind: 'needs-terms'; driverId: number }
  /** A requested session starts on another connector, whose offer has not been read yet. */
  | { kind: 'needs-offer' };

/** What is read before the transaction begins, once a first look has shown that it is needed. */
interface Prepared {
  terms?: CardTerms;
  /** The connector of the report. Undefined within if there is no such connector. */
  elsewhere?: { offer: ConnectorForStart | undefined };
}

export type StartReports = ReturnType<typeof createStartReports>;

interface StartReportsParts {
  transactionStopper: Pick<TransactionStopper, 'stopTransaction'>;
  recovery: Pick<Recovery, 'recover'>;
  stops: Pick<Stops, 'closeProvisionally'>;
  failedStarts: Pick<FailedStarts, 'failLocked'>;
}

/** Handles StartTransaction. */
export function createStartReports(
  context: SessionContext,
  {
    transactionStopper: { stopTransaction },
    recovery,
    stops: { closeProvisionally },
    failedStarts: { failLocked },
  }: StartReportsParts,
) {
  const { database, log, availability, liveSessions, publishEvent, quarantine } = context;
  const { publishStatus, publishStarted, publishMoved, closeLive } = context;

  /**
   * The session that a one-time tag was created for. Its driver is locked first if the session may have to be revived.
   */
  async function lockRequestedSession(tx: Tx, report: StartReport): Promise<store.BoughtSession | undefined> {
    const { idTag, chargePointId, connector } = report;
    const unlocked = await store.findSessionByOneTimeTag(tx, idTag);
    if (unlocked?.state === 'failed') await store.lockStartsOfDriver(tx, unlocked.driverId);
    if (unlocked) await lockReservations(tx, chargePointId);
    const requested = unlocked && (await store.lockSessionByOneTimeTag(tx, idTag));
    if (requested?.chargePointId !== chargePointId) return undefined;
    return requested.connector === connector || isStartElsewhere(requested, report) ? requested : undefined;
  }

  async function rejectStart(
    tx: Tx,
    report: StartReport,
    problem: string,
    status: StartStatus = 'Invalid',
  ): Promise<DecidedStart> {
    await quarantine(tx, 'StartTransaction', problem, report);
    const transactionId = await noteRejected(tx, report, { bookingId: null, status });
    return { kind: 'decided', session: undefined, transactionId, status };
  }

  async function decideTokenStart(
    tx: Tx,
    token: Token,
    report: StartReport,
    terms: CardTerms | undefined,
  ): Promise<StartDecision> {
    const { driverId } = token;
    if (driverId !== null && terms?.driverId !== driverId) return { kind: 'needs-terms', driverId };
    const start = await startOnToken(tx, context, token, report, driverId === null ? undefined : terms);
    if ('problem' in start) {
      const { problem, status = rejectionStatusOf(token, report), reason } = start;
      if (reason) await publishCardRejected(tx, context, token, reason, report.chargePointId);
      return { ...(await rejectStart(tx, report, problem, status)), token };
    }
    if ('blockedBy' in start) return { kind: 'blocked', by: start.blockedBy };
    const { session } = start;
    return { kind: 'decided', session, transactionId: session.transactionId ?? 0, status: 'Accepted', token };
  }

  async function decideStart(tx: Tx, report: StartReport, { terms, elsewhere }: Prepared): Promise<StartDecision> {
    const earlier = await findEarlierRejection(tx, report);
    let requested = earlier === undefined ? await lockRequestedSession(tx, report) : undefined;
    const token = requested ? undefined : await findToken(tx, report.idTag);
    if (earlier) {
      const status = earlier.status ?? rejectionStatusOf(token, report);
      return { kind: 'decided', session: undefined, transactionId: earlier.transactionId, status, token };
    }
    if (token) return decideTokenStart(tx, token, report, terms);
    if (!requested || isAnotherStart(requested, report)) {
      const problem = requested ? 'the idTag was used up by an earlier charge' : 'the idTag buys nothing here';
      return rejectStart(tx, report, problem);
    }
    if (isStartElsewhere(requested, report)) {
      if (!elsewhere) return { kind: 'needs-offer' };
      const moved = await moveSession(tx, context, requested, report, elsewhere.offer);
      if (!moved) {
        const rejected = await rejectStart(tx, report, 'its charge cannot move to this connector');
        return { ...rejected, failed: await failLocked(tx, requested, 'start_elsewhere') };
      }
      requested = moved;
    }
    // Published again, because the answer to the first report may have been lost before we knew that it was stored.
    if (requested.transactionId !== null) {
      const status = requested.state === 'failed' ? 'Invalid' : 'Accepted';
      return { kind: 'decided', session: requested, transactionId: requested.transactionId, status };
    }
    const running = {
      transactionId: await store.takeTransactionId(tx),
      startedAt: reportedStartAt(report),
      meterStartWh: report.meterStartWh,
      progressAt: report.receivedAt,
      connectorStatus: statusAtStart(requested.connectorStatus),
    };
    const accepted = (session: store.Session): DecidedStart => ({
      kind: 'decided',
      session,
      transactionId: running.transactionId,
      status: 'Accepted',
    });
    const { at, isClockDoubted } = report;
    const step = nextStartStep(requested, { kind: 'started', at, isClockDoubted });
    if (step && !step.holdChange) {
      const session = await store.changeSession(tx, requested.bookingId, { ...running, state: step.state });
      await publishEvent(tx, session, { kind: 'started' });
      return accepted(session);
    }
    const revived = step && (await reviveSession(tx, context, requested, running));
    if (revived) return accepted(revived);
    const late = { bookingId: requested.bookingId, status: 'Invalid' } as const;
    return {
      kind: 'decided',
      session: requested,
      transactionId: await noteRejected(tx, report, late),
      status: 'Invalid',
    };
  }

  /** Updates memory after the commit. */
  async function updateMemory(session: store.Session, { receivedAt, claimedAt }: StartReport): Promise<void> {
    const live = liveSessions.ofBookingId(session.bookingId);
    if (live && live.session.transactionId !== null) return;
    if (live) {
      const isMoved = live.session.connector !== session.connector;
      liveSessions.refresh(session);
      noteBegun(live.activity, receivedAt);
      if (isMoved) publishMoved(session);
    } else {
      // A session that was given up is only in the database.
      await recovery.recover(session);
    }
    const begun = liveSessions.ofBookingId(session.bookingId);
    if (begun) noteClaimedStart(begun.start, claimedAt);
    publishStatus(session);
    publishStarted(session);
  }

  /** Does what a decided start needs after its commit. Returns the answer to the charge point. */
  async function concludeStart(
    { session, transactionId, status, token, failed }: DecidedStart,
    report: StartReport,
  ): Promise<StartAnswer> {
    if (failed) closeLive(failed);
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

  /**
   * Handles StartTransaction. A repeat gets the same transaction id. A tag that may not charge gets an id too, but is
   * not accepted.
   */
  async function started(report: StartReport, prepared: Prepared = {}): Promise<StartAnswer> {
    const start = await database.transaction(async (tx) => {
      const decision = await decideStart(tx, report, prepared);
      if (decision.kind === 'decided' && decision.status === 'Accepted' && decision.session)
        await useReservation(tx, report, decision.session, decision.token);
      return decision;
    });
    switch (start.kind) {
      case 'decided':
        return concludeStart(start, report);
      case 'blocked':
        await closeProvisionally(start.by.bookingId, 'EVDisconnected');
        return started(report, prepared);
      case 'needs-terms':
        return started(report, { terms: await cardTermsOf(context, start.driverId, report) });
      case 'needs-offer':
        return started(report, {
          elsewhere: { offer: await availability.findConnectorForStart(report.chargePointId, report.connector) },
        });
    }
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
