import type { Tx } from '#db/database.ts';
import { startOf, type MeterReport, type StartReport, type StopReport } from './charge-points.ts';
import * as store from './sessions.store.ts';
import type { ChargingContext } from './context.ts';
import { noteDispute } from './disputes.store.ts';
import { energyOf } from './energy.ts';
import { noteUnplugged } from './plugged.store.ts';
import * as refusals from './refused-transactions.store.ts';
import { fittingOf, type SampleBudget } from './sample-budget.ts';
import { readingOf, samplesOf, samplesOfStop } from './samples.ts';

type Context = Pick<ChargingContext, 'network' | 'clock'>;

/** So many are kept of one charger: what opens more is no charger that a person could look into. */
const MOST_KEPT = 500;

/** The answer that a start has had already: chargers repeat it until they hear it. */
export async function refusedBefore(tx: Tx, report: StartReport): Promise<number | undefined> {
  const { chargerId, connector, idTag, meterStartWh, clockDoubted } = report;
  const same = (await refusals.ofTag(tx, chargerId, idTag)).find(
    (refused) =>
      refused.connector === connector &&
      refused.meterStartWh === meterStartWh &&
      (clockDoubted || refused.startedAt.getTime() === startOf(report).getTime()),
  );
  return same?.transactionId;
}

/** Gives an id to a transaction that is not accepted, so that whatever comes of it can be told apart. */
export async function noteRefused(tx: Tx, report: StartReport, bookingId: string | null): Promise<number> {
  const { chargerId, connector, idTag, meterStartWh, receivedAt } = report;
  const transactionId = await store.nextTransactionId(tx);
  await refusals.put(tx, {
    transactionId,
    chargerId,
    connector,
    idTag,
    bookingId,
    meterStartWh,
    startedAt: startOf(report),
    refusedAt: receivedAt,
    // What was asked for and came too late charges; what nobody asked for may have ended with our answer.
    seenAt: bookingId === null ? null : receivedAt,
  });
  await refusals.dropOldest(tx, chargerId, MOST_KEPT);
  // Whose car hangs there now is not known.
  await noteUnplugged(tx, { chargerId, connector }, receivedAt);
  return transactionId;
}

/**
 * Samples of a refused transaction are kept, and reckoned later. Answers whether it goes on: false when it has stopped,
 * undefined when this charger has no such transaction.
 */
export async function meterRefused(tx: Tx, budget: SampleBudget, report: MeterReport): Promise<boolean | undefined> {
  const refused = await refusals.lock(tx, report.transactionId ?? 0);
  if (refused?.chargerId !== report.chargerId) return undefined;
  const { transactionId, refusedAt, stoppedAt } = refused;
  const metered = { ...refused, knownSince: refusedAt, endedAt: stoppedAt };
  const readings = await fittingOf(tx, budget, metered, report.readings);
  await store.insertSamples(tx, samplesOf(transactionId, { ...report, readings }));
  if (stoppedAt && report.readings.every(({ at }) => at <= stoppedAt)) return false;
  await refusals.change(tx, transactionId, { seenAt: report.receivedAt });
  return true;
}

/**
 * Puts on record what a refused transaction has delivered, unless its stop has told that. Answers when it was refused;
 * undefined where there is none.
 */
export async function reckonRefused(tx: Tx, context: Context, transactionId: number): Promise<Date | undefined> {
  const refused = await refusals.lock(tx, transactionId);
  if (!refused) return undefined;
  const { stoppedAt, refusedAt } = refused;
  const samples = await store.samplesOf(tx, transactionId);
  const isTold = stoppedAt !== null && samples.every(({ sampledAt }) => sampledAt <= stoppedAt);
  if (!isTold) await noteEnergy(tx, context, refused, samples);
  return refusedAt;
}

/** StopTransaction of a refused transaction. Answers whether it was one of this charger; a repeat changes nothing. */
export async function stopRefused(tx: Tx, context: Context, report: StopReport): Promise<boolean> {
  const { chargerId, receivedAt, meterStopWh, at, reason = '' } = report;
  const refused = await meant(tx, report);
  if (refused?.chargerId !== chargerId) return false;
  if (refused.stoppedAt) return true;
  const stoppedAt = at < refused.startedAt ? receivedAt : at;
  await store.insertSamples(tx, samplesOfStop(refused.transactionId, report));
  await refusals.change(tx, refused.transactionId, { seenAt: receivedAt, stoppedAt });
  const stop = { registerWh: meterStopWh, at: stoppedAt, receivedAt, reason };
  const samples = await store.samplesOf(tx, refused.transactionId);
  await noteEnergy(tx, context, { ...refused, stoppedAt }, samples, stop);
  return true;
}

/** By its id; a charger that lost the id names the tag that it had begun with. */
async function meant(tx: Tx, { chargerId, transactionId, idTag }: StopReport): Promise<refusals.Refused | undefined> {
  if (await store.wasGivenOut(tx, transactionId)) return refusals.lock(tx, transactionId);
  const open = idTag ? (await refusals.ofTag(tx, chargerId, idTag)).filter(({ stoppedAt }) => !stoppedAt) : [];
  return open.length === 1 ? open[0] : undefined;
}

/** What its meter claims is put on record, for a person to look into. */
async function noteEnergy(
  tx: Tx,
  { network, clock }: Context,
  refused: refusals.Refused,
  samples: store.MeteredSample[],
  stop?: Parameters<typeof energyOf>[3],
): Promise<void> {
  const { transactionId, chargerId, connector, bookingId, startedAt, meterStartWh, stoppedAt } = refused;
  const [place] = await network.describe([{ stationId: '', chargerId, connector }], tx);
  const start = { at: startedAt, registerWh: meterStartWh };
  const { energyWh, doubtedWh } = energyOf(
    start,
    samples.map(readingOf),
    { ratedW: place?.maxW ?? 0, restartedAt: null },
    stop,
  );
  const claimedWh = energyWh + doubtedWh;
  if (claimedWh === 0) return;
  await noteDispute(tx, {
    bookingId,
    chargerId,
    connector,
    transactionId,
    cause: bookingId === null ? 'refused_start' : 'late_start',
    energyWh: claimedWh,
    beganAt: startedAt,
    endedAt: stoppedAt,
    notedAt: clock.now(),
  });
}
