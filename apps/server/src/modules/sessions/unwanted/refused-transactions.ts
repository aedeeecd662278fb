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

/** Maximum of stored refused transactions of one charge point, more than a person could look into. */
const MAX_TRANSACTIONS = 500;

/** The answer that was given to this start before, because charge points repeat a start until they receive it. */
export async function findEarlierRefusal(
  tx: Tx,
  report: StartReport,
): Promise<refusals.RefusedTransaction | undefined> {
  const { chargePointId, connector, idTag, meterStartWh, isClockDoubted } = report;
  return (await refusals.listRefusedOfTag(tx, chargePointId, idTag)).find(
    (refused) =>
      refused.connector === connector &&
      refused.meterStartWh === meterStartWh &&
      (isClockDoubted || refused.startedAt.getTime() === reportedStartAt(report).getTime()),
  );
}

/** Stores a refused transaction under a transaction id of its own, so that its later reports can be recognised. */
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
    // A requested start that came too late is charging. One that nobody requested may have ended with our answer.
    seenAt: bookingId === null ? null : receivedAt,
  });
  await refusals.deleteOldestRefused(tx, chargePointId, MAX_TRANSACTIONS);
  // It is unknown whose car is plugged in now.
  await noteUnplugged(tx, { chargePointId, connector }, receivedAt);
  return transactionId;
}

/**
 * Stores samples of a refused transaction, to be counted later. Resolves to true if it goes on, false if it has
 * stopped, and undefined if this charge point has no such transaction.
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
 * Records the energy of a refused transaction, unless its stop has reported it. Returns when it was refused. Undefined
 * if there is none.
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

/**
 * Handles StopTransaction of a refused transaction. Returns true if this charge point has one. A repeat changes
 * nothing.
 */
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

/** Finds it by id, or by its tag if the charge point has lost the id. */
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

/** Records what the meter claims, for a person to look into. */
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
