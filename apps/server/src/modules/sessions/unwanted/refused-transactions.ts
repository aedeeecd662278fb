import type { Tx } from '#db/database.ts';
import {
  reportedStartAt,
  type MeterReport,
  type StartReport,
  type StartStatus,
  type StopReport,
} from '../charge-points.ts';
import type { SessionContext } from '../context.ts';
import { energyOf } from '../metering/energy.ts';
import { readingsWithinBudget, type SampleBudget } from '../metering/sample-budget.ts';
import { readingOf, sampleRowsOf, samplesOfStop } from '../metering/samples.ts';
import * as store from '../sessions.store.ts';
import { saveDispute } from '../settling/disputes.store.ts';
import { noteUnplugged } from '../starting/plugged.store.ts';
import * as refusals from './refused-transactions.store.ts';

type RefusedContext = Pick<SessionContext, 'network' | 'clock'>;

/** So many are kept of one charge point: what opens more is no charge point that a person could look into. */
const MAX_TRANSACTIONS = 500;

/** The answer that a start has had already: charge points repeat it until they hear it. */
export async function refusedBefore(tx: Tx, report: StartReport): Promise<refusals.RefusedTransaction | undefined> {
  const { chargePointId, connector, idTag, meterStartWh, isClockDoubted } = report;
  return (await refusals.listRefusedOfTag(tx, chargePointId, idTag)).find(
    (refused) =>
      refused.connector === connector &&
      refused.meterStartWh === meterStartWh &&
      (isClockDoubted || refused.startedAt.getTime() === reportedStartAt(report).getTime()),
  );
}

/** Gives an id to a transaction that is not accepted, so that whatever comes of it can be told apart. */
export async function noteRefused(
  tx: Tx,
  report: StartReport,
  { bookingId, status }: { bookingId: string | null; status: StartStatus },
): Promise<number> {
  const { chargePointId, connector, idTag, meterStartWh, receivedAt } = report;
  const transactionId = await store.nextTransactionId(tx);
  await refusals.insertRefused(tx, {
    transactionId,
    chargePointId,
    connector,
    idTag,
    status,
    bookingId,
    meterStartWh,
    startedAt: reportedStartAt(report),
    refusedAt: receivedAt,
    // What was asked for and came too late charges; what nobody asked for may have ended with our answer.
    seenAt: bookingId === null ? null : receivedAt,
  });
  await refusals.deleteOldestRefused(tx, chargePointId, MAX_TRANSACTIONS);
  // Whose car hangs there now is not known.
  await noteUnplugged(tx, { chargePointId, connector }, receivedAt);
  return transactionId;
}

/**
 * Samples of a refused transaction are kept, and reckoned later. Answers whether it goes on: false when it has stopped,
 * undefined when this charge point has no such transaction.
 */
export async function meterRefused(tx: Tx, budget: SampleBudget, report: MeterReport): Promise<boolean | undefined> {
  const refused = await refusals.lockRefused(tx, report.transactionId ?? 0);
  if (refused?.chargePointId !== report.chargePointId) return undefined;
  const { transactionId, refusedAt, stoppedAt } = refused;
  const metered = { ...refused, knownSince: refusedAt, endedAt: stoppedAt };
  const readings = await readingsWithinBudget(tx, budget, metered, report.readings);
  await store.insertSamples(tx, sampleRowsOf(transactionId, readings, report.receivedAt));
  if (stoppedAt && report.readings.every(({ at }) => at <= stoppedAt)) return false;
  await refusals.changeRefused(tx, transactionId, { seenAt: report.receivedAt });
  return true;
}

/**
 * Puts on record what a refused transaction has delivered, unless its stop has told that. Answers when it was refused;
 * undefined where there is none.
 */
export async function recordRefusedEnergy(
  tx: Tx,
  context: RefusedContext,
  transactionId: number,
): Promise<Date | undefined> {
  const refused = await refusals.lockRefused(tx, transactionId);
  if (!refused) return undefined;
  const { stoppedAt, refusedAt } = refused;
  const samples = await store.samplesOf(tx, transactionId);
  const isRecorded = stoppedAt !== null && samples.every(({ sampledAt }) => sampledAt <= stoppedAt);
  if (!isRecorded) await noteEnergy(tx, context, refused, samples);
  return refusedAt;
}

/** StopTransaction of a refused transaction. Answers whether it was one of this charge point; a repeat changes nothing. */
export async function stopRefused(tx: Tx, context: RefusedContext, report: StopReport): Promise<boolean> {
  const { chargePointId, receivedAt, meterStopWh, at, reason = '' } = report;
  const refused = await meant(tx, report);
  if (refused?.chargePointId !== chargePointId) return false;
  if (refused.stoppedAt) return true;
  const stoppedAt = at < refused.startedAt ? receivedAt : at;
  await store.insertSamples(tx, samplesOfStop(refused.transactionId, report));
  await refusals.changeRefused(tx, refused.transactionId, { seenAt: receivedAt, stoppedAt });
  const stop = meterStopWh === undefined ? undefined : { registerWh: meterStopWh, at: stoppedAt, receivedAt, reason };
  const samples = await store.samplesOf(tx, refused.transactionId);
  await noteEnergy(tx, context, { ...refused, stoppedAt }, samples, stop);
  return true;
}

/** By its id; a charge point that lost the id names the tag that it had begun with. */
async function meant(
  tx: Tx,
  { chargePointId, transactionId, idTag }: StopReport,
): Promise<refusals.RefusedTransaction | undefined> {
  if (await store.isTransactionIdGivenOut(tx, transactionId)) return refusals.lockRefused(tx, transactionId);
  const open = idTag
    ? (await refusals.listRefusedOfTag(tx, chargePointId, idTag)).filter(({ stoppedAt }) => !stoppedAt)
    : [];
  return open.length === 1 ? open[0] : undefined;
}

/** What its meter claims is put on record, for a person to look into. */
async function noteEnergy(
  tx: Tx,
  { network, clock }: RefusedContext,
  refused: refusals.RefusedTransaction,
  samples: store.MeteredSample[],
  stop?: Parameters<typeof energyOf>[3],
): Promise<void> {
  const { transactionId, chargePointId, connector, bookingId, startedAt, meterStartWh, stoppedAt } = refused;
  const [place] = await network.describeConnectors([{ stationId: '', chargePointId, connector }], tx);
  const start = { at: startedAt, registerWh: meterStartWh };
  const { energyWh, doubtedWh } = energyOf(
    start,
    samples.map(readingOf),
    { ratedW: place?.ratedW ?? 0, restartedAt: null },
    stop,
  );
  const claimedWh = energyWh + doubtedWh;
  if (claimedWh === 0) return;
  await saveDispute(tx, {
    bookingId,
    chargePointId,
    connector,
    transactionId,
    cause: bookingId === null ? 'refused_start' : 'late_start',
    energyWh: claimedWh,
    beganAt: startedAt,
    endedAt: stoppedAt,
    notedAt: clock.now(),
  });
}
