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
import { takeReadingsWithinBudget, type SampleBudget } from '../metering/sample-budget.ts';
import { readingOf, sampleRowsOf, samplesOfStop } from '../metering/samples.ts';
import * as store from '../sessions.store.ts';
import { saveDispute } from '../settling/disputes.store.ts';
import { noteUnplugged } from '../starting/connectors-in-use.store.ts';
import * as rejections from './rejected-transactions.store.ts';

type RejectionContext = Pick<SessionContext, 'network' | 'clock'>;

/** Maximum of stored rejected transactions of one charge point, more than a person could look into. */
const MAX_TRANSACTIONS = 500;

/** The answer that was given to this start before, because charge points repeat a start until they receive it. */
export async function findEarlierRejection(
  tx: Tx,
  report: StartReport,
): Promise<rejections.RejectedTransaction | undefined> {
  const { chargePointId, connector, idTag, meterStartWh, isClockDoubted } = report;
  return (await rejections.listRejectedOfTag(tx, chargePointId, idTag)).find(
    (rejected) =>
      rejected.connector === connector &&
      rejected.meterStartWh === meterStartWh &&
      (isClockDoubted || rejected.startedAt.getTime() === reportedStartAt(report).getTime()),
  );
}

/** Stores a rejected transaction under a transaction id of its own, so that its later reports can be recognised. */
export async function noteRejected(
  tx: Tx,
  report: StartReport,
  { bookingId, status }: { bookingId: string | null; status: StartStatus },
): Promise<number> {
  const { chargePointId, connector, idTag, meterStartWh, receivedAt } = report;
  const transactionId = await store.takeTransactionId(tx);
  await rejections.insertRejected(tx, {
    transactionId,
    chargePointId,
    connector,
    idTag,
    status,
    bookingId,
    meterStartWh,
    startedAt: reportedStartAt(report),
    rejectedAt: receivedAt,
    // A requested start that came too late is charging. One that nobody requested may have ended with our answer.
    lastActiveAt: bookingId === null ? null : receivedAt,
  });
  await rejections.deleteOldestRejected(tx, chargePointId, MAX_TRANSACTIONS);
  // It is unknown whose car is plugged in now.
  await noteUnplugged(tx, { chargePointId, connector }, receivedAt);
  return transactionId;
}

/**
 * Stores samples of a rejected transaction, to be counted later. Resolves to true if it goes on, false if it has
 * stopped, and undefined if this charge point has no such transaction.
 */
export async function recordRejectedSamples(
  tx: Tx,
  budget: SampleBudget,
  report: MeterReport,
): Promise<boolean | undefined> {
  const rejected = await rejections.lockRejected(tx, report.transactionId ?? 0);
  if (rejected?.chargePointId !== report.chargePointId) return undefined;
  const { transactionId, rejectedAt, stoppedAt } = rejected;
  const metered = { ...rejected, knownSince: rejectedAt, endedAt: stoppedAt };
  const readings = await takeReadingsWithinBudget(tx, budget, metered, report.readings);
  await store.insertMissingSamples(tx, sampleRowsOf(transactionId, readings, report.receivedAt));
  if (stoppedAt && report.readings.every(({ at }) => at <= stoppedAt)) return false;
  await rejections.changeRejected(tx, transactionId, { lastActiveAt: report.receivedAt });
  return true;
}

/**
 * Records the energy of a rejected transaction, unless its stop has reported it. Returns when it was rejected.
 * Undefined if there is none.
 */
export async function recordRejectedEnergy(
  tx: Tx,
  context: RejectionContext,
  transactionId: number,
): Promise<Date | undefined> {
  const rejected = await rejections.lockRejected(tx, transactionId);
  if (!rejected) return undefined;
  const { stoppedAt, rejectedAt } = rejected;
  const samples = await store.listSamples(tx, transactionId);
  const isRecorded = stoppedAt !== null && samples.every(({ sampledAt }) => sampledAt <= stoppedAt);
  if (!isRecorded) await noteEnergy(tx, context, rejected, samples);
  return rejectedAt;
}

/**
 * Handles StopTransaction of a rejected transaction. Returns true if this charge point has one. A repeat changes
 * nothing.
 */
export async function endRejectedTransaction(tx: Tx, context: RejectionContext, report: StopReport): Promise<boolean> {
  const { chargePointId, receivedAt, meterStopWh, at, reason = '' } = report;
  const rejected = await lockRejectedOfStop(tx, report);
  if (rejected?.chargePointId !== chargePointId) return false;
  if (rejected.stoppedAt) return true;
  const stoppedAt = at < rejected.startedAt ? receivedAt : at;
  await store.insertMissingSamples(tx, samplesOfStop(rejected.transactionId, report));
  await rejections.changeRejected(tx, rejected.transactionId, { lastActiveAt: receivedAt, stoppedAt });
  const stop = meterStopWh === undefined ? undefined : { registerWh: meterStopWh, at: stoppedAt, receivedAt, reason };
  const samples = await store.listSamples(tx, rejected.transactionId);
  await noteEnergy(tx, context, { ...rejected, stoppedAt }, samples, stop);
  return true;
}

/** The rejected transaction that a stop means: by its id, or by its tag if the charge point has lost the id. */
async function lockRejectedOfStop(
  tx: Tx,
  { chargePointId, transactionId, idTag }: StopReport,
): Promise<rejections.RejectedTransaction | undefined> {
  if (await store.isTransactionIdGivenOut(tx, transactionId)) return rejections.lockRejected(tx, transactionId);
  const open = idTag
    ? (await rejections.listRejectedOfTag(tx, chargePointId, idTag)).filter(({ stoppedAt }) => !stoppedAt)
    : [];
  return open.length === 1 ? open[0] : undefined;
}

/** Records what the meter claims, for a person to look into. */
async function noteEnergy(
  tx: Tx,
  { network, clock }: RejectionContext,
  rejected: rejections.RejectedTransaction,
  samples: store.MeteredSample[],
  stop?: Parameters<typeof energyOf>[3],
): Promise<void> {
  const { transactionId, chargePointId, connector, bookingId, startedAt, meterStartWh, stoppedAt } = rejected;
  const [description] = await network.describeConnectors([{ stationId: '', chargePointId, connector }], tx);
  const start = { at: startedAt, registerWh: meterStartWh };
  const { energyWh, doubtedWh } = energyOf(
    start,
    samples.map(readingOf),
    { ratedW: description?.ratedW ?? 0, restartedAt: null },
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
