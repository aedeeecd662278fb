import type { Tx } from '#db/database.ts';
import type { DeletionRequest } from '#modules/accounts/index.ts';
import { createCases } from './cases.ts';
import { createContext, type SessionsOptions } from './context.ts';
import { purgeExpired } from './expired-rows.ts';
import { createCounting } from './metering/counting.ts';
import { createMeters } from './metering/meters.ts';
import { createSampleBudget } from './metering/sample-budget.ts';
import { createMonthPartitions } from './metering/sample-months.store.ts';
import { createOpenSessions } from './open-sessions.ts';
import { createRejectedEnergy } from './rejected/rejected-energy.ts';
import { createTransactionStopper } from './rejected/transaction-stopper.ts';
import { readSessionGauges, type SessionGauges } from './session-gauges.store.ts';
import { createSessionReports } from './session-reports.ts';
import { createSessionsOnOtherNodes } from './sessions-on-other-nodes.ts';
import { refuse } from './sessions.refusals.ts';
import * as store from './sessions.store.ts';
import { createFailedStarts } from './starting/failed-starts.ts';
import { createRepeatedStarts } from './starting/repeated-starts.ts';
import { createStartReports } from './starting/start-reports.ts';
import { createStarts } from './starting/starts.ts';
import { createDriverStop } from './stopping/driver-stop.ts';
import { createEarlyStops } from './stopping/early-stops.ts';
import { createLimitStop } from './stopping/limit-stop.ts';
import { cancelPlan } from './stopping/live-plan.ts';
import { createStopLeads } from './stopping/stop-leads.ts';
import { createStopVerdicts } from './stopping/stop-verdicts.ts';
import { createStops } from './stopping/stops.ts';
import { createBootReports } from './supervision/boot-reports.ts';
import { createConnectorStatusReports } from './supervision/connector-status.ts';
import { createDatabaseSweep } from './supervision/database-sweep.ts';
import { createDeadlines } from './supervision/deadlines.ts';
import { listAllChargePointsInSession } from './supervision/lost-links.store.ts';
import { createLostLinks } from './supervision/lost-links.ts';
import { createRecovery } from './supervision/recovery.ts';
import { createResets } from './supervision/resets.ts';
import { createSupervisor } from './supervision/supervisor.ts';
import { createAuthorization } from './tokens/authorization.ts';

export type { ChargePointReports, ChargePoints, StartAnswer, StartReport } from './charge-points.ts';
export { sessionInvoicePdf } from './history/session-invoice-pdf.ts';
export { hasBoughtSession, listFalselyFree } from './starting/connectors-in-use.store.ts';
export { sessionsData } from './personal-data.store.ts';
export { cardRejected, sessionEvent, type CardRejected, type PublishedSessionEvent } from './session-events.ts';
export type { Dispute } from './settling/disputes.store.ts';
export { createCases } from './cases.ts';
export { sessionsCheck } from './ledger-check.store.ts';
export { listWaitingSessions } from './session-gauges.store.ts';
export { SESSION_RULES } from './session-rules.ts';

export type Sessions = ReturnType<typeof createSessions>;

/** Sessions, from the tap on the phone to the tax invoice. */
export function createSessions(options: SessionsOptions) {
  const { database, clock } = options;
  const context = createContext(options);
  const { liveSessions, owners } = context;
  const stopLeads = createStopLeads(context);
  const stops = createStops(context, stopLeads);
  const limitStop = createLimitStop(context, stops, stopLeads);
  const failedStarts = createFailedStarts(context);
  const sessionsOnOtherNodes =
    options.cluster && createSessionsOnOtherNodes(context, options.cluster.bus, failedStarts);
  const starts = createStarts(context, { failedStarts, sessionsOnOtherNodes });
  const sampleBudget = createSampleBudget(context);
  const rejectedEnergy = createRejectedEnergy(context);
  const transactionStopper = createTransactionStopper(context, { stops, sampleBudget, rejectedEnergy });
  const recovery = createRecovery(context, { limitStop, sampleBudget });
  const startReports = createStartReports(context, { transactionStopper, recovery, stops, failedStarts });
  const stopVerdicts = createStopVerdicts(context);
  const counting = createCounting(context, { stopVerdicts, limitStop });
  const meters = createMeters(context, { counting, limitStop, transactionStopper, sampleBudget });
  const bootReports = createBootReports(context, counting);
  const resets = createResets(context);
  const repeatedStarts = createRepeatedStarts(context);
  const lostLinks = createLostLinks(context, { stops, recovery });
  const deadlines = createDeadlines(context, { failedStarts, stops, lostLinks });
  const databaseSweep = createDatabaseSweep(context, { stops, recovery });
  const supervisor = createSupervisor(context, { deadlines, meters, databaseSweep, transactionStopper, resets });
  const sessionReports = createSessionReports(liveSessions, {
    startReports,
    meters,
    stops,
    earlyStops: createEarlyStops(context, stops),
    bootReports,
    resets,
    repeatedStarts,
    connectorStatus: createConnectorStatusReports(context),
    lostLinks,
    stopVerdicts,
    limitStop,
    transactionStopper,
  });
  const stop = createDriverStop(context, { failedStarts, stops, recovery, stopVerdicts }, sessionsOnOtherNodes);
  let stopAnswering: (() => void) | undefined;

  return {
    start: starts.start,
    ...sessionReports,

    /** Counts of sessions, for metrics. */
    readGauges: (): Promise<SessionGauges> => readSessionGauges(database, clock.now()),
    checkSessions: supervisor.checkSessions,
    cases: createCases({ database, clock }),

    /**
     * Stops a driver's own session. Throws charge_unknown, charge_over, stop_silent, stop_rejected, stop_unconfirmed.
     */
    stop,

    ...createAuthorization(context),

    ...createOpenSessions(context),

    /** Erases a driver's data that no tax document needs. Throws charge_open while a session runs. */
    async eraseDriver(tx: Tx, { driverId }: DeletionRequest): Promise<void> {
      await store.lockStartsOfDriver(tx, driverId);
      if ((await store.listOpenOfDriver(tx, driverId)).length > 0) refuse('charge_open');
      await store.erasePayerOfSessions(tx, driverId);
      await store.eraseTagsOfSessions(tx, driverId);
    },

    purgeExpired: () => purgeExpired(database, { now: clock.now(), sampleDays: options.sampleDays }),

    /** Creates the partitions of the coming months for samples. */
    createMonthPartitions: () => createMonthPartitions(database, clock.now()),

    /** Recovers sessions that ran when the server last stopped, and starts the supervisor. */
    async resume(): Promise<void> {
      await lostLinks.noteServerStart();
      await transactionStopper.resume();
      if (!owners.isShared) {
        await recovery.recoverSessions();
        await failedStarts.failUnsent();
      }
      stopAnswering = sessionsOnOtherNodes?.answerRequests({ sendHeldStart: starts.sendHeldStart, stop });
      supervisor.keepChecking();
    },

    /** This node owns these charge points now. Reads their sessions from the database. */
    takeOver: lostLinks.takeOver,

    /** Another node owns the charge point now. Forgets its sessions. */
    forgetChargePoint(chargePointId: string): void {
      transactionStopper.disconnected(chargePointId);
      stopLeads.forget(chargePointId);
      for (const { session } of liveSessions.ofChargePoint(chargePointId))
        liveSessions.remove(session.bookingId, 'elsewhere');
    },

    /** Charge points with a session that has not ended. */
    listChargePointsInSession: () => listAllChargePointsInSession(database),

    /** Stops the supervisor. Resolves once all samples are written. */
    async close(): Promise<void> {
      stopAnswering?.();
      supervisor.stopChecking();
      for (const live of liveSessions.all()) cancelPlan(live.plan);
      await meters.whenIdle();
    },
  };
}
