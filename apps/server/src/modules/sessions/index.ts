import type { Tx } from '#db/database.ts';
import { DAY_MS, MINUTE_MS } from '#kernel/durations.ts';
import { isFailure } from '#kernel/failure.ts';
import type { DeletionRequest } from '#modules/accounts/index.ts';
import { createContext, type SessionsOptions } from './context.ts';
import type { BoughtLiveSession, LiveSession } from './live-sessions.ts';
import { createCounting } from './metering/counting.ts';
import { createMeters } from './metering/meters.ts';
import { createSampleBudget } from './metering/sample-budget.ts';
import { makeMonths, purgeSamples } from './metering/sample-months.store.ts';
import { readSessionFigures, type SessionFigures } from './session-figures.store.ts';
import { isStarting } from './session-state.ts';
import { createElsewhere } from './sessions-of-other-nodes.ts';
import { refuse, sessionsFailures } from './sessions.failures.ts';
import * as store from './sessions.store.ts';
import { figuresOfRow, type LiveFigures } from './socket-events.ts';
import { listStillPluggedOfDriver } from './starting/plugged.store.ts';
import { createRepeatedStarts } from './starting/repeated-starts.ts';
import { listReservedForDriver } from './starting/reserved.ts';
import { createStartReports } from './starting/start-reports.ts';
import { createStarts } from './starting/starts.ts';
import { expectedEnd } from './stopping/expected-end.ts';
import { createLimitStop } from './stopping/limit-stop.ts';
import { createStopLeads } from './stopping/stop-leads.ts';
import { createStopRefusals } from './stopping/stop-refusals.ts';
import { createStops } from './stopping/stops.ts';
import { createBootReports } from './supervision/boot-reports.ts';
import { listAllChargePointsInSession } from './supervision/link-loss.store.ts';
import { createRecovery } from './supervision/recovery.ts';
import { createResets } from './supervision/resets.ts';
import { createSupervisor } from './supervision/supervisor.ts';
import { createAuthorization } from './tokens/authorization.ts';
import { purgeTokenSamples } from './tokens/token-sessions.store.ts';
import { createTransactionReports } from './transaction-reports.ts';
import { createCases } from './unwanted/cases.ts';
import { purgeQuarantinedReports } from './unwanted/quarantine.store.ts';
import { createRefusedEnergy } from './unwanted/refused-energy.ts';
import { purgeRefusedTransactions } from './unwanted/refused-transactions.store.ts';
import { createUnwantedTransactions } from './unwanted/unwanted-transactions.ts';

export type { ChargePointReports } from './charge-points.ts';
export { sessionInvoicePdf } from './history/session-invoice-pdf.ts';
export { hasPaidCharge } from './starting/plugged.store.ts';
export { sessionsData } from './personal-data.store.ts';
export { cardRefused, sessionEvent, type CardRefused, type PublishedSessionEvent } from './session-events.ts';
export { listDisputes, resolveDispute, type Dispute } from './settling/disputes.store.ts';
export { createCases } from './unwanted/cases.ts';
export { listQuarantinedReports } from './unwanted/quarantine.store.ts';
export { sessionsCheck } from './ledger-check.store.ts';
export { SESSION_RULES } from './session-rules.ts';

/** Charge points bring what they could not tell for weeks, and a driver may question a session for as long as a bill or two. */
const KEEP_QUARANTINED_MS = 90 * DAY_MS;
/** No bill is made of them, so nobody asks how a session on a token went. */
const KEEP_TOKEN_SAMPLES_MS = 2 * DAY_MS;

export type Sessions = ReturnType<typeof createSessions>;

/** Sessions from the tap on the phone to the settled invoice. */
export function createSessions(options: SessionsOptions) {
  const { database, clock, rules } = options;
  const context = createContext(options);
  const { liveSessions, owners } = context;
  const leads = createStopLeads(context);
  const stops = createStops(context, leads);
  const limit = createLimitStop(context, stops, leads);
  const starts = createStarts(context, async (session) => elsewhere?.begin(session));
  const budget = createSampleBudget(context);
  const refusedEnergy = createRefusedEnergy(context);
  const unwanted = createUnwantedTransactions(context, stops, budget, refusedEnergy);
  const recovery = createRecovery(context, limit, budget);
  const startReports = createStartReports(context, unwanted, recovery, stops);
  const refusals = createStopRefusals(context);
  const counting = createCounting(context, refusals, limit);
  const meters = createMeters(context, counting, limit, unwanted, budget);
  const bootReports = createBootReports(context, counting);
  const resets = createResets(context);
  const repeatedStarts = createRepeatedStarts(context);
  const supervisor = createSupervisor(context, { starts, stops, meters, unwanted, resets, recovery });
  const transactionReports = createTransactionReports(liveSessions, {
    startReports,
    meters,
    stops,
    bootReports,
    resets,
    repeatedStarts,
    supervisor,
    refusals,
    limit,
    unwanted,
  });

  const minutesOfPatience = Math.ceil(rules.linkPatienceMs / MINUTE_MS);

  /** Throws charge_over, stop_silent, stop_rejected, stop_unconfirmed. */
  async function stopHere(session: store.BoughtSession): Promise<void> {
    const { bookingId } = session;
    if (isStarting(session.state)) return starts.fail(bookingId, 'start_cancelled');
    if (!liveSessions.ofBooking(bookingId)) await recovery.recover(session);
    const answer = await stops.requestStop(bookingId, 'driver').catch((error: unknown) => {
      const isSilent =
        isFailure(error, sessionsFailures, 'charger_silent') || isFailure(error, sessionsFailures, 'charger_offline');
      return isSilent ? refuse('stop_silent', { minutes: minutesOfPatience }) : Promise.reject(error);
    });
    const live = liveSessions.ofBooking(bookingId);
    if (answer === 'accepted' || !live) return;
    const word = await refusals.lookInto(live);
    if (word !== 'over') refuse(word === 'goes-on' ? 'stop_rejected' : 'stop_unconfirmed');
  }

  async function stop(driverId: number, bookingId: string): Promise<void> {
    const session = (await store.findOfDriver(database, driverId, bookingId)) ?? refuse('charge_unknown');
    if (session.endedAt) refuse('charge_over');
    const { chargePointId } = session;
    const isElsewhere = elsewhere && !owners.owns(chargePointId);
    if (isElsewhere && isStarting(session.state)) return elsewhere.cancel(session);
    if (isElsewhere) return elsewhere.stop(session, minutesOfPatience);
    return owners.fenced(chargePointId, () => stopHere(session));
  }

  const elsewhere =
    options.cluster && createElsewhere(context, options.cluster.bus, starts, { begin: starts.beginHeld, stop });
  let stopAnswering: (() => void) | undefined;

  function ownLive(driverId: number, live: LiveSession | undefined): BoughtLiveSession | undefined {
    return live?.session.driverId === driverId ? (live as BoughtLiveSession) : undefined;
  }

  return {
    start: starts.start,
    ...transactionReports,

    /** How sessions get on, for whoever watches over the installation. */
    figures: (): Promise<SessionFigures> => readSessionFigures(database, clock.now()),
    checkAll: supervisor.checkAll,
    cases: createCases({ database, clock }),

    /** The driver's own stop. Throws charge_unknown, charge_over, stop_silent, stop_rejected, stop_unconfirmed. */
    stop,

    ...createAuthorization(context),

    /** Connectors of these charge points on which the driver's own car still hangs since its session. */
    stillPlugged: (driverId: number, chargePointIds: string[]) =>
      listStillPluggedOfDriver(database, driverId, chargePointIds),

    /** Those that are reserved for the driver now. */
    reservedFor: (driverId: number, chargePointIds: string[]) =>
      listReservedForDriver(database, driverId, chargePointIds, clock.now()),

    /** The current figures of a driver's own running session. */
    liveOf: (driverId: number, bookingId: string) => ownLive(driverId, liveSessions.ofBooking(bookingId)),
    /** When the session that runs on a connector is likely to end; undefined without one, or while nobody knows. */
    expectedEnd(chargePointId: string, connector: number): Date | undefined {
      const live = liveSessions.ofConnector(chargePointId, connector);
      return live && expectedEnd(live);
    },
    /** The same of every session that runs, with its place. */
    expectedEnds: () =>
      liveSessions.all().flatMap((live) => {
        const { stationId, chargePointId, connector } = live.session;
        const at = expectedEnd(live);
        return at ? [{ stationId, chargePointId, connector, at }] : [];
      }),
    /** The figures of the driver's own session that runs on a connector; undefined where there is none. */
    async figuresOnConnector(
      driverId: number,
      chargePointId: string,
      connector: number,
    ): Promise<LiveFigures | undefined> {
      if (owners.owns(chargePointId)) return ownLive(driverId, liveSessions.ofConnector(chargePointId, connector));
      const open = await store.listOpenOfDriver(database, driverId);
      const session = open.find((one) => one.chargePointId === chargePointId && one.connector === connector);
      return session && figuresOfRow(session);
    },
    /** The driver's own session of that reference, unless it is over. */
    async findOpen(driverId: number, bookingId: string): Promise<store.BoughtSession | undefined> {
      const live = ownLive(driverId, liveSessions.ofBooking(bookingId));
      if (live || !owners.isShared) return live?.session;
      const session = await store.findOfDriver(database, driverId, bookingId);
      return session?.endedAt ? undefined : session;
    },

    /** The driver's sessions that are not over. */
    listOpenOfDriver: (driverId: number): Promise<store.BoughtSession[]> => store.listOpenOfDriver(database, driverId),
    /** The session that a driver bought and that is started with this one-time tag. */
    findSessionByIdTag: (idTag: string): Promise<store.BoughtSession | undefined> =>
      store.findSessionByIdTag(database, idTag),
    /** The driver's own session of that reference; undefined where there is none. */
    findOfDriver: (driverId: number, bookingId: string): Promise<store.BoughtSession | undefined> =>
      store.findOfDriver(database, driverId, bookingId),
    /** Nothing of a driver is erased while a session runs; what no document needs goes then. Throws charge_open. */
    async eraseDriver(tx: Tx, { driverId }: DeletionRequest): Promise<void> {
      await store.lockStartsOfDriver(tx, driverId);
      if ((await store.listOpenOfDriver(tx, driverId)).length > 0) refuse('charge_open');
      await store.erasePayer(tx, driverId);
      await store.eraseCards(tx, driverId);
    },

    /**
     * Purges reports that fitted no session, and transactions that were refused, that nobody has asked about for long, and soon
     * the samples of sessions that nobody paid for; others go by the month. Disputed energy is kept.
     */
    async purgeExpired(): Promise<void> {
      const now = clock.now();
      const before = new Date(now.getTime() - KEEP_QUARANTINED_MS);
      await purgeQuarantinedReports(database, before);
      await purgeRefusedTransactions(database, before);
      await purgeTokenSamples(database, { before: new Date(now.getTime() - KEEP_TOKEN_SAMPLES_MS), now });
      await purgeSamples(database, { now, days: options.sampleDays });
    },

    /** Makes the months that samples of soon belong to. */
    makeMonths: () => makeMonths(database, clock.now()),

    /** Recovers the sessions that were running when the server last ended, and checks sessions from now on. */
    async resume(): Promise<void> {
      await supervisor.begin();
      await unwanted.begin();
      if (!owners.isShared) {
        await recovery.recoverSessions();
        await starts.failUnasked();
      }
      stopAnswering = elsewhere?.answer();
      supervisor.keepChecking();
    },

    /** This node looks after these charge points from now on: what runs there is read from the database. */
    takeOver: supervisor.takeOver,

    /** Another node looks after it: what runs there is forgotten. */
    dropChargePoint(chargePointId: string): void {
      unwanted.disconnected(chargePointId);
      leads.forget(chargePointId);
      for (const { session } of liveSessions.ofChargePoint(chargePointId)) liveSessions.remove(session.bookingId);
    },

    /** Charge points where a session is not over. */
    listChargePointsInSession: () => listAllChargePointsInSession(database),

    /** Stops checking sessions, and resolves once what came from meters is written. */
    async close(): Promise<void> {
      stopAnswering?.();
      supervisor.stopChecking();
      for (const live of liveSessions.all()) live.stopPlan?.cancel();
      await meters.idle();
    },
  };
}
