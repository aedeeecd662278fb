import type { Tx } from '#db/database.ts';
import { singleFlight } from '#kernel/single-flight.ts';
import { startByDuration, type StopReport } from '../charge-points.ts';
import type { SessionContext } from '../context.ts';
import { samplesOfStop } from '../metering/samples.ts';
import { endRejectedTransaction } from '../rejected/rejected-transactions.ts';
import type { StopCause } from '../session-state.ts';
import { refuse } from '../sessions.refusals.ts';
import * as store from '../sessions.store.ts';
import { reasonOfStop, reasonWithoutStop } from '../settling/end-reasons.ts';
import { endSession } from '../settling/end-session.ts';
import type { Ending } from '../settling/settlement.ts';
import { isUnbilledBelated, type BelatedSession } from '../supervision/belated.store.ts';
import { noteEndHint } from '../supervision/live-activity.ts';
import { cancelPlan } from './live-plan.ts';
import { noteStopRequest } from './live-stop.ts';
import { findSessionOfLateStop, findOnlyMatchingSession } from './session-of-stop.ts';
import type { StopLeads } from './stop-leads.ts';
import { createStopRequests, stopRequestOf, type StopAnswer } from './stop-requests.ts';

export type Stops = ReturnType<typeof createStops>;

/** Handles a stop from its request to the settled session. */
export function createStops(context: SessionContext, { learnFromStop }: Pick<StopLeads, 'learnFromStop'>) {
  const { database, clock, log, liveSessions, changeLocked, closeLive, quarantine, quarantineEarlyStop } = context;
  const stopRequests = createStopRequests(context, (transactionId, atMs, answer) => {
    const live = liveSessions.ofTransaction(transactionId);
    if (!live) return;
    noteStopRequest(live.stop, atMs, answer);
    // The charge point knows no such transaction: unless its meter goes on, the session is over.
    if (answer === 'rejected') noteEndHint(live.activity, clock.now());
  });
  const oneRequest = singleFlight<string, StopAnswer>();
  const end = (tx: Tx, session: store.Session, ending: Ending): Promise<store.Session> =>
    endSession(context, tx, session, ending);

  /** A repeat publishes nothing, unless the answer to the first commit was lost. */
  function closeLiveOnce({ session, isRepeat }: { session: store.Session; isRepeat: boolean }): void {
    if (!isRepeat || liveSessions.ofBookingId(session.bookingId)) closeLive(session);
  }

  /** Returns the session that a StopTransaction ends, or has ended before. Undefined if it fits none. */
  async function settleStop(
    tx: Tx,
    report: StopReport,
  ): Promise<{ session: store.Session; isRepeat: boolean } | undefined> {
    const open =
      (await store.lockSessionByTransaction(tx, report.transactionId)) ?? (await findOnlyMatchingSession(tx, report));
    if (!open && (await endRejectedTransaction(tx, context, report))) return undefined;
    const session = open ?? (await findSessionOfLateStop(tx, report));
    if (session?.state === 'failed') {
      await quarantine(tx, 'StopTransaction', 'the charge had failed to start', report);
      return undefined;
    }
    if (session?.chargePointId !== report.chargePointId) {
      await quarantineEarlyStop(tx, report);
      return undefined;
    }
    if (session.endedAt && !session.isProvisional) return { session, isRepeat: true };
    await store.insertMissingSamples(tx, samplesOfStop(session.transactionId ?? 0, report));
    const ended = await end(tx, await withTrueStart(tx, session, report), {
      registerWh: report.meterStopWh,
      // A clock that was reset in mid-session would put the end before the start.
      endedAt: session.startedAt && report.at < session.startedAt ? report.receivedAt : report.at,
      reason: reasonOfStop(report, session, liveSessions.ofBookingId(session.bookingId)?.stop.requests?.lastAnswer),
      isProvisional: false,
      now: report.receivedAt,
    });
    return { session: ended, isRepeat: false };
  }

  /** The session with its start corrected, if it was reported after it was over by a clock that is far behind. */
  async function withTrueStart(tx: Tx, session: store.Session, report: StopReport): Promise<store.Session> {
    const claimedAt = liveSessions.ofBookingId(session.bookingId)?.start.claimedAt;
    const startedAt = startByDuration({ claimedAt }, report);
    if (!startedAt || !session.startedAt || startedAt >= session.startedAt) return session;
    return store.changeSession(tx, session.bookingId, { startedAt });
  }

  return {
    /**
     * Stores that the session must end, and asks the charge point, again and again until it has. Further callers get
     * the same answer, and the first cause stays. Throws charge_over, charger_silent, charger_offline.
     */
    requestStop(bookingId: string, cause: StopCause): Promise<StopAnswer> {
      return oneRequest(bookingId, async () => {
        const live = liveSessions.ofBookingId(bookingId);
        const transactionId = live?.session.transactionId;
        if (!live || !transactionId) return refuse('charge_over');
        cancelPlan(live.plan);
        await changeLocked(bookingId, (session) => stopRequestOf(session, cause, clock.now()));
        // The session may have ended while its row was written.
        if (!liveSessions.ofBookingId(bookingId)) return refuse('charge_over');
        return stopRequests.ask(live.session.chargePointId, transactionId);
      });
    },

    askToStop: stopRequests.askInBackground,

    /** Handles StopTransaction, in one transaction with the session's end. A repeat changes nothing. */
    async stopped(report: StopReport): Promise<void> {
      const ended = await database.transaction((tx) => settleStop(tx, report));
      if (!ended) return;
      const live = liveSessions.ofBookingId(ended.session.bookingId);
      if (live && !ended.isRepeat) learnFromStop(live, report);
      closeLiveOnce(ended);
    },

    /**
     * Bills a belated session without StopTransaction from its samples. A belated session was reported when another had
     * its connector. A later StopTransaction may correct the bill.
     */
    async settleBelated({ bookingId, lastSampleAt }: BelatedSession): Promise<void> {
      const now = clock.now();
      const ended = await database.transaction(async (tx) => {
        const session = await store.lockSession(tx, bookingId);
        if (!session || !isUnbilledBelated(session)) return undefined;
        const last = { registerWh: undefined, endedAt: lastSampleAt };
        return end(tx, session, { ...last, reason: 'EVDisconnected', isProvisional: true, now });
      });
      if (!ended) return;
      log.warn(
        { event: 'session.closed_provisionally', bookingId, reason: ended.endReason },
        'a session that was reported late was billed without its StopTransaction',
      );
    },

    /** Ends a session without StopTransaction, with what is known. A later StopTransaction may correct it. */
    async closeProvisionally(bookingId: string, guess: string): Promise<void> {
      const ended = await database.transaction(async (tx) => {
        const session = await store.lockSession(tx, bookingId);
        if (!session || session.transactionId === null) return undefined;
        if (session.endedAt) return { session, isRepeat: true };
        const now = clock.now();
        const last = { registerWh: undefined, endedAt: session.sampledAt ?? now };
        const reason = reasonWithoutStop(session, guess);
        return { session: await end(tx, session, { ...last, reason, isProvisional: true, now }), isRepeat: false };
      });
      if (!ended) return;
      const { endReason: reason } = ended.session;
      // A session that nobody pays for needs no warning.
      const level = store.isBought(ended.session) ? 'warn' : 'info';
      if (!ended.isRepeat)
        log[level](
          { event: 'session.closed_provisionally', bookingId, reason },
          'a session was closed without its StopTransaction',
        );
      closeLiveOnce(ended);
    },
  };
}
