import type { Tx } from '#db/database.ts';
import { refuse } from './sessions.failures.ts';
import { singleFlight } from '#kernel/single-flight.ts';
import { turnAtEnd } from './charge-news.ts';
import type { StopReport } from './charge-points.ts';
import * as store from './sessions.store.ts';
import type { ChargingContext } from './context.ts';
import { reasonOfStop, reasonWithoutWord } from './end-reasons.ts';
import { stopRefused } from './refused-transactions.ts';
import { samplesOfStop } from './samples.ts';
import { next } from './session-state.ts';
import { settle, type Ending } from './settlement.ts';
import { createStopAsking, type StopAnswer } from './stop-asking.ts';
import type { StopLeads } from './stop-leads.ts';

export type Stops = ReturnType<typeof createStops>;
export type StopCause = 'driver' | 'units_used_up' | 'no_progress';

/** From the wish to stop to the settled charge. */
export function createStops(context: ChargingContext, { learn }: Pick<StopLeads, 'learn'>) {
  const { database, clock, log, wallet, live, move, ratedWOf, supplierOf, tellOver, tellTurn, putAside } = context;
  const asking = createStopAsking(context, (transactionId, at, answer) => {
    const charge = live.ofTransaction(transactionId);
    if (!charge) return;
    const before = charge.stopAsked ?? { times: 0, at };
    charge.stopAsked = answer ? { ...before, answer } : { ...before, times: before.times + 1 };
    // The charger knows of no such transaction: unless its meter goes on, the charge is over.
    if (answer === 'rejected') charge.endHintAt ??= clock.now();
  });
  const oneRequest = singleFlight<string, StopAnswer>();

  /** Ends a charge in the caller's transaction. */
  async function end(tx: Tx, session: store.Session, ending: Ending): Promise<store.Session> {
    // Through the transaction: many charges that end at once would otherwise hold every connection and wait for another.
    const facts = { ratedW: await ratedWOf(session, tx), supplier: await supplierOf(session, tx) };
    const { ended, backPaise } = await settle(tx, wallet, session, facts, ending);
    const { bookingId, chargerId, disputedWh, meterSuspect } = ended;
    if (disputedWh > 0)
      log.warn({ event: 'session.energy_disputed', bookingId, chargerId, disputedWh }, 'energy waits for a person');
    if (meterSuspect)
      log.warn(
        { event: 'session.meter_suspect', bookingId, chargerId },
        'the meter of a charge cannot be believed as it was',
      );
    await tellTurn(tx, ended, turnAtEnd(session, ended, backPaise));
    return ended;
  }

  /** A repeat has nothing to tell, unless the answer to the first was lost between its commit and us. */
  function announce({ session, isRepeat }: { session: store.Session; isRepeat: boolean }): void {
    if (!isRepeat || live.ofBooking(session.bookingId)) tellOver(session);
  }

  /**
   * A stop with transaction id 0, -1 or an unknown one is taken for a charge only when there is just one it can mean. An id
   * that we gave out, such as to a start that was not accepted, means what it was given for and no other.
   */
  async function onlyOneMeant(tx: Tx, report: StopReport): Promise<store.Session | undefined> {
    const { chargerId, transactionId, idTag, at } = report;
    if (await store.wasGivenOut(tx, transactionId)) return undefined;
    const open = await store.lockOpenOfCharger(tx, chargerId);
    const fitting = open.filter(
      (session) => session.startedAt !== null && session.startedAt <= at && (!idTag || idTag === session.idTag),
    );
    return fitting.length === 1 ? fitting[0] : undefined;
  }

  /** A late word that has lost its id and names the tag of a charge that was closed without it. */
  async function lateMeant(tx: Tx, report: StopReport): Promise<store.Session | undefined> {
    const { chargerId, transactionId, idTag, at } = report;
    if (!idTag || (await store.wasGivenOut(tx, transactionId))) return undefined;
    const session = await store.lockProvisional(tx, chargerId, idTag);
    return session?.startedAt && session.startedAt <= at ? session : undefined;
  }

  return {
    /**
     * Writes down that the charge shall end and asks the charger, which is asked again until it has. Who asks meanwhile
     * gets the same answer; the first cause stays. Throws charge_over, charger_silent, charger_offline.
     */
    requestStop(bookingId: string, cause: StopCause): Promise<StopAnswer> {
      return oneRequest(bookingId, async () => {
        const charge = live.ofBooking(bookingId);
        const transactionId = charge?.session.transactionId;
        if (!charge || !transactionId) return refuse('charge_over');
        charge.stopPlan?.cancel();
        charge.stopPlan = undefined;
        await move(bookingId, ({ state }) => {
          const stopping = next(state, 'stop-asked');
          return stopping === state ? undefined : { state: stopping, stopRequestedAt: clock.now(), stopCause: cause };
        });
        // It may have ended while its row was written.
        if (!live.ofBooking(bookingId)) return refuse('charge_over');
        return asking.ask(charge.session.chargerId, transactionId);
      });
    },

    askToStop: asking.askInBackground,

    /** StopTransaction: settles in one transaction with the end of the charge. A repeat changes nothing. */
    async stopped(report: StopReport): Promise<void> {
      const ended = await database.transaction(async (tx) => {
        const open = (await store.lockByTransaction(tx, report.transactionId)) ?? (await onlyOneMeant(tx, report));
        if (!open && (await stopRefused(tx, context, report))) return undefined;
        const session = open ?? (await lateMeant(tx, report));
        if (!session || session.chargerId !== report.chargerId || session.state === 'failed') {
          const problem = session?.state === 'failed' ? 'the charge had failed to start' : 'no such transaction';
          await putAside(tx, 'StopTransaction', problem, report);
          return undefined;
        }
        if (session.endedAt && !session.provisional) return { session, isRepeat: true };
        await store.insertSamples(tx, samplesOfStop(session.transactionId ?? 0, report));
        const ended = await end(tx, session, {
          registerWh: report.meterStopWh,
          // A clock that was reset in mid-charge puts the end before the start.
          endedAt: session.startedAt && report.at < session.startedAt ? report.receivedAt : report.at,
          reason: reasonOfStop(report, session, live.ofBooking(session.bookingId)?.stopAsked?.answer),
          provisional: false,
          at: report.receivedAt,
        });
        return { session: ended, isRepeat: false };
      });
      if (!ended) return;
      const charge = live.ofBooking(ended.session.bookingId);
      if (charge && !ended.isRepeat) learn(charge, report);
      announce(ended);
    },

    /** Closes a charge without the charger's word, on what is known; its word may still come and correct it. */
    async closeProvisionally(bookingId: string, guess: string): Promise<void> {
      const ended = await database.transaction(async (tx) => {
        const session = await store.lock(tx, bookingId);
        if (!session || session.transactionId === null) return undefined;
        if (session.endedAt) return { session, isRepeat: true };
        const at = clock.now();
        const last = { registerWh: undefined, endedAt: session.sampledAt ?? at };
        const reason = reasonWithoutWord(session, guess);
        return { session: await end(tx, session, { ...last, reason, provisional: true, at }), isRepeat: false };
      });
      if (!ended) return;
      const { endReason: reason } = ended.session;
      if (!ended.isRepeat) log.warn({ bookingId, reason }, 'a charge was closed without the word of its charger');
      announce(ended);
    },
  };
}
