import { createGroupedStatement } from '#db/statements/statement-groups.ts';
import { DAY_MS, MINUTE_MS } from '#kernel/durations.ts';
import type { StatusReport } from '#modules/network/index.ts';
import type { MeterReport } from '../charge-points.ts';
import type { SessionContext } from '../context.ts';
import { takeReadingsWithinBudget, type SampleBudget } from '../metering/sample-budget.ts';
import { sampleRowsOf } from '../metering/samples.ts';
import { connectorKey } from '../session-connector.ts';
import { looksRunning } from '../session-state.ts';
import * as store from '../sessions.store.ts';
import type { Stops } from '../stopping/stops.ts';
import type { RejectedEnergy } from './rejected-energy.ts';
import * as rejections from './rejected-transactions.store.ts';
import { recordRejectedSamples } from './rejected-transactions.ts';

/** A transaction without activity for this long is not asked to stop until it shows some. */
const MAX_SILENCE_MS = 10 * MINUTE_MS;
/** After a longer outage a charge point is only asked to stop once a transaction shows activity. */
const REMEMBERED_MS = DAY_MS;

type UnconfirmedTransaction = rejections.UnconfirmedTransaction;

export type TransactionStopper = ReturnType<typeof createTransactionStopper>;

interface TransactionStopperParts {
  stops: Pick<Stops, 'askToStop'>;
  sampleBudget: SampleBudget;
  rejectedEnergy: RejectedEnergy;
}

/**
 * Stops transactions that should be over: rejected ones, and sessions that were closed provisionally. A charge point
 * that continues one is asked to stop it, again and again, until it reports that it has.
 */
export function createTransactionStopper(
  context: SessionContext,
  { stops: { askToStop }, sampleBudget: budget, rejectedEnergy: energy }: TransactionStopperParts,
) {
  const { database, clock, liveSessions, quarantine } = context;
  /** Transactions that go on, the latest on each connector, and when they last showed activity. */
  const active = new Map<string, UnconfirmedTransaction & { lastActiveAtMs: number }>();

  /** Transactions of these charge points that had not stopped when their links were lost, latest first. */
  const listNotStopped = createGroupedStatement<string, UnconfirmedTransaction[]>(async (ids) => {
    const rejected = await rejections.listActiveSince(database, ids, rememberedSince());
    const closed = await rejections.listUnconfirmedSince(database, ids, rememberedSince());
    const latestFirst = [...rejected, ...closed].toSorted((a, b) => b.transactionId - a.transactionId);
    const ofEach = Map.groupBy(latestFirst, ({ chargePointId }) => chargePointId);
    return ids.map((id) => ofEach.get(id) ?? []);
  });

  function ask({ chargePointId, transactionId }: UnconfirmedTransaction): void {
    void askToStop(chargePointId, transactionId).then((answer) => {
      // The charge point knows no such transaction.
      if (answer === 'rejected') drop((one) => one.transactionId === transactionId);
    });
  }

  function drop(isOver: (one: UnconfirmedTransaction) => boolean): void {
    for (const [connector, one] of active) if (isOver(one)) active.delete(connector);
  }

  const rememberedSince = (): Date => new Date(clock.now().getTime() - REMEMBERED_MS);

  function stopTransaction(one: UnconfirmedTransaction): void {
    const key = connectorKey(one);
    if ((active.get(key)?.transactionId ?? 0) > one.transactionId) return;
    active.set(key, { ...one, lastActiveAtMs: clock.now().getTime() });
    ask(one);
  }

  return {
    stopTransaction,

    /**
     * Handles samples that belong to no running session: stored for a correction, recorded as disputed, or quarantined.
     */
    async metered(report: MeterReport): Promise<void> {
      const { transactionId, chargePointId, connector, readings } = report;
      // Some charge points report their meter between sessions, without a transaction. That means nothing.
      if (!transactionId) return;
      const isToStop = await database.transaction(async (tx) => {
        const session = await store.lockSessionByTransaction(tx, transactionId);
        if (session?.chargePointId === chargePointId) {
          const metered = { ...session, transactionId, knownSince: session.createdAt };
          const fitting = await takeReadingsWithinBudget(tx, budget, metered, readings);
          await store.insertMissingSamples(tx, sampleRowsOf(transactionId, fitting, report.receivedAt));
          const { endedAt } = session;
          return endedAt !== null && readings.some(({ at }) => at > endedAt);
        }
        const isGoing = await recordRejectedSamples(tx, budget, report);
        if (isGoing) energy.noteSample(chargePointId, transactionId);
        if (isGoing !== undefined) return isGoing;
        await quarantine(tx, 'MeterValues', 'no such transaction on this charge point', report);
        return false;
      });
      if (isToStop) stopTransaction({ chargePointId, connector, transactionId });
    },

    /**
     * A connector is charging although none of our sessions runs there: asks it to stop the last one that began there.
     */
    async statusChanged({ chargePointId, connector, status }: StatusReport): Promise<void> {
      if (!looksRunning(status)) return;
      if (liveSessions.ofConnector(chargePointId, connector)) return;
      const rejected = await rejections.findLastSince(database, chargePointId, connector, rememberedSince());
      const closed = await rejections.listUnconfirmedSince(database, [chargePointId], rememberedSince());
      const unconfirmed = closed.find((one) => one.connector === connector)?.transactionId;
      const last = Math.max(rejected ?? 0, unconfirmed ?? 0);
      if (last === 0) return;
      if (last === rejected) await rejections.changeRejected(database, last, { lastActiveAt: clock.now() });
      stopTransaction({ chargePointId, connector, transactionId: last });
    },

    /** Asks a reconnected charge point to stop what had not stopped when its link was lost. */
    async connected(chargePointId: string): Promise<void> {
      for (const one of await listNotStopped(chargePointId)) stopTransaction(one);
    },

    /** The charge point reports that it has stopped. */
    noteStopped(chargePointId: string, transactionId: number): void {
      energy.noteStopped(chargePointId, transactionId);
      drop((one) => one.chargePointId === chargePointId && one.transactionId === transactionId);
    },

    disconnected(chargePointId: string): void {
      drop((one) => one.chargePointId === chargePointId);
    },

    /** Called when the server has just started. */
    resume: (): Promise<void> => energy.resume(rememberedSince()),

    async askAgain(): Promise<void> {
      for (const [connector, one] of active) {
        if (clock.now().getTime() - one.lastActiveAtMs >= MAX_SILENCE_MS) active.delete(connector);
        else ask(one);
      }
      await energy.countDue();
    },
  };
}
