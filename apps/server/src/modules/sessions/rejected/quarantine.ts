import type { Tx } from '#db/database.ts';
import type { SampledLog } from '#kernel/sampled-log.ts';
import type { StopReport } from '../charge-points.ts';
import { thinOutReadings } from '../metering/samples.ts';
import { NO_SUCH_TRANSACTION, saveQuarantinedReport } from './quarantine.store.ts';

/**
 * Maximum of stored reports of one charge point and kind. A session has one start and one stop, so this covers weeks.
 */
const MAX_REPORTS = 50;
/** Maximum of readings stored from a long report, enough to see what it is. */
const MAX_READINGS = 20;
const MAX_RAW_LENGTH = 2000;

export interface QuarantinedReport {
  chargePointId: string;
  receivedAt: Date;
  readings?: readonly unknown[];
  raw?: string;
}

/** Stores a report that fits no session, for the operator. */
export async function quarantineReport(
  tx: Tx,
  logSampled: SampledLog,
  kind: string,
  problem: string,
  report: QuarantinedReport,
): Promise<void> {
  await saveReport(tx, logSampled, { kind, problem, report });
}

/**
 * Stores a stop that fits no session, but whose start may come later. All readings that a bill would be made from are
 * stored too.
 */
export async function quarantineEarlyStop(tx: Tx, logSampled: SampledLog, stop: StopReport): Promise<void> {
  const earlyStop = JSON.stringify({ ...stop, readings: thinOutReadings(stop.readings) });
  await saveReport(tx, logSampled, { kind: 'StopTransaction', problem: NO_SUCH_TRANSACTION, report: stop, earlyStop });
}

async function saveReport(
  tx: Tx,
  logSampled: SampledLog,
  {
    kind,
    problem,
    report,
    earlyStop,
  }: { kind: string; problem: string; report: QuarantinedReport; earlyStop?: string },
): Promise<void> {
  const { chargePointId, receivedAt } = report;
  const message = 'a report of a charge point was quarantined';
  logSampled('warn', {
    event: 'session.report_quarantined',
    message,
    facts: { kind, problem, chargePointId },
    by: `${chargePointId} ${kind}`,
  });
  await saveQuarantinedReport(
    tx,
    {
      chargePointId,
      kind,
      problem,
      report: JSON.stringify(shortened(report)),
      earlyStop,
      receivedAt,
    },
    MAX_REPORTS,
  );
}

function shortened(report: QuarantinedReport): object {
  const { readings, raw } = report;
  return {
    ...report,
    ...(readings && { readings: readings.slice(0, MAX_READINGS) }),
    ...(readings && readings.length > MAX_READINGS && { readingsInAll: readings.length }),
    ...(raw !== undefined && { raw: raw.slice(0, MAX_RAW_LENGTH) }),
  };
}
