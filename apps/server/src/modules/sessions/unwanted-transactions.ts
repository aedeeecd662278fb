import type { MeterReport, StatusReport } from './charge-points.ts';
import * as store from './sessions.store.ts';
import type { ChargingContext } from './context.ts';
import type { RefusedEnergy } from './refused-energy.ts';
import { meterRefused } from './refused-transactions.ts';
import * as refusals from './refused-transactions.store.ts';
import { fittingOf, type SampleBudget } from './sample-budget.ts';
import { samplesOf } from './samples.ts';
import type { Stops } from './stops.ts';

/** A charger that has shown no sign for so long of a transaction is asked no more, until it shows one. */
const GONE_MS = 10 * 60_000;
/** A charger that comes back after longer is asked only once it shows that it goes on. */
const REMEMBERED_MS = 24 * 3_600_000;

interface Unwelcome {
  chargerId: string;
  connector: number;
  transactionId: number;
}

export type Unwanted = ReturnType<typeof createUnwanted>;

/**
 * Transactions that are to be over: refused ones, and charges that were closed without their charger's word. A charger that
 * goes on with one is asked to stop it, again and again, until it says that it has.
 */
export function createUnwanted(
  context: ChargingContext,
  { askToStop }: Pick<Stops, 'askToStop'>,
  budget: SampleBudget,
  energy: RefusedEnergy,
) {
  const { database, clock, live, putAside } = context;
  /** Those that go on, the latest of each connector, which has one at a time; and when they last showed it. */
  const going = new Map<string, Unwelcome & { seenAt: number }>();

  function ask({ chargerId, transactionId }: Unwelcome): void {
    void askToStop(chargerId, transactionId).then((answer) => {
      // The charger knows of no such transaction.
      if (answer === 'rejected') drop((one) => one.transactionId === transactionId);
    });
  }

  function drop(isMeant: (one: Unwelcome) => boolean): void {
    for (const [connector, one] of going) if (isMeant(one)) going.delete(connector);
  }

  const remembered = (): Date => new Date(clock.now().getTime() - REMEMBERED_MS);

  function goesOn(one: Unwelcome): void {
    const key = `${one.chargerId} ${one.connector}`;
    if ((going.get(key)?.transactionId ?? 0) > one.transactionId) return;
    going.set(key, { ...one, seenAt: clock.now().getTime() });
    ask(one);
  }

  return {
    goesOn,

    /** Samples of no running charge: kept for a correction, noted as disputed, or put aside. */
    async metered(report: MeterReport): Promise<void> {
      const { transactionId, chargerId, connector, readings } = report;
      // Between charges some chargers report their meter without a transaction; nothing follows from that.
      if (!transactionId) return;
      const isUnwanted = await database.transaction(async (tx) => {
        const session = await store.lockByTransaction(tx, transactionId);
        if (session?.chargerId === chargerId) {
          const metered = { ...session, transactionId, knownSince: session.createdAt };
          const fitting = await fittingOf(tx, budget, metered, readings);
          await store.insertSamples(tx, samplesOf(transactionId, { ...report, readings: fitting }));
          const { endedAt } = session;
          return endedAt !== null && readings.some(({ at }) => at > endedAt);
        }
        const isGoing = await meterRefused(tx, budget, report);
        if (isGoing) energy.sampled(chargerId, transactionId);
        if (isGoing !== undefined) return isGoing;
        await putAside(tx, 'MeterValues', 'no such transaction on this charger', report);
        return false;
      });
      if (isUnwanted) goesOn({ chargerId, connector, transactionId });
    },

    /** A connector that charges although no charge of ours runs there: with the last that began there. */
    async statusChanged({ chargerId, connector, status }: StatusReport): Promise<void> {
      if (status !== 'Charging' && !status.startsWith('Suspended')) return;
      if (live.ofConnector(chargerId, connector)) return;
      const refused = await refusals.lastSince(database, chargerId, connector, remembered());
      const closed = await refusals.unconfirmedSince(database, chargerId, remembered());
      const unconfirmed = closed.find((one) => one.connector === connector)?.transactionId;
      const last = Math.max(refused ?? 0, unconfirmed ?? 0);
      if (last === 0) return;
      if (last === refused) await refusals.change(database, last, { seenAt: clock.now() });
      goesOn({ chargerId, connector, transactionId: last });
    },

    /** A charger that comes back is asked for what it had not stopped when it was lost. */
    async connected(chargerId: string): Promise<void> {
      const refused = await refusals.goingSince(database, chargerId, remembered());
      const closed = await refusals.unconfirmedSince(database, chargerId, remembered());
      const latestFirst = [...refused, ...closed].toSorted((a, b) => b.transactionId - a.transactionId);
      for (const one of latestFirst) goesOn({ ...one, chargerId });
    },

    /** The charger says that it has stopped. */
    over(chargerId: string, transactionId: number): void {
      energy.stopped(chargerId, transactionId);
      drop((one) => one.chargerId === chargerId && one.transactionId === transactionId);
    },

    disconnected(chargerId: string): void {
      drop((one) => one.chargerId === chargerId);
    },

    /** The server has just started. */
    begin: (): Promise<void> => energy.begin(remembered()),

    async lookOver(): Promise<void> {
      for (const [connector, one] of going) {
        if (clock.now().getTime() - one.seenAt >= GONE_MS) going.delete(connector);
        else ask(one);
      }
      await energy.lookOver();
    },
  };
}
