import type { Tx } from '#db/database.ts';
import { isSameTag } from '#kernel/ids.ts';
import { reportedStartAt, type StartReport, type StopReport } from '../charge-points.ts';
import type { SessionContext } from '../context.ts';
import { deleteQuarantinedReport, listQuarantinedOfProblem } from '../rejected/quarantine.store.ts';
import { NO_SUCH_TRANSACTION } from '../rejected/quarantine.ts';
import * as store from '../sessions.store.ts';
import type { Stops } from './stops.ts';

export type EarlyStops = ReturnType<typeof createEarlyStops>;

/**
 * Ends sessions whose StopTransaction came before their StartTransaction: after an outage some charge points send what
 * they have kept in the wrong order. Until then that stop fitted no session, and was quarantined.
 */
export function createEarlyStops(
  { database, network, log }: Pick<SessionContext, 'database' | 'network' | 'log'>,
  { stopped }: Pick<Stops, 'stopped'>,
) {
  return {
    async endIfStopped(start: StartReport, transactionId: number): Promise<void> {
      const early = await findEarlyStop(database, network, start);
      if (!early) return;
      await stopped({ ...early.stop, transactionId, receivedAt: start.receivedAt });
      await deleteQuarantinedReport(database, early.id);
      const { chargePointId } = start;
      log.info(
        { event: 'session.stopped_before_start', chargePointId, transactionId },
        'a session was ended by a StopTransaction that had come before its StartTransaction',
      );
    },
  };
}

/** The earliest quarantined stop that can only mean the transaction of this start. */
async function findEarlyStop(
  tx: Tx,
  network: SessionContext['network'],
  start: StartReport,
): Promise<{ id: number; stop: StopReport } | undefined> {
  if (start.isClockDoubted) return undefined;
  const reports = await listQuarantinedOfProblem(tx, start.chargePointId, 'StopTransaction', NO_SUCH_TRANSACTION);
  if (reports.length === 0) return undefined;
  const chargePoint = await network.findChargePoint(start.chargePointId, tx);
  const isOnlyConnector = chargePoint?.connectors.length === 1;
  const fitting = reports
    .map(({ id, report }) => ({ id, stop: stopFrom(report) }))
    .filter(({ stop }) => canEnd(stop, start, isOnlyConnector))
    .toSorted((a, b) => a.stop.at.getTime() - b.stop.at.getTime());
  for (const each of fitting) if (!(await store.isTransactionIdGivenOut(tx, each.stop.transactionId))) return each;
  return undefined;
}

/** Reads a quarantined stop, whose times are texts. */
function stopFrom(report: string): StopReport {
  const stored = JSON.parse(report) as StopReport;
  const withTimes = <T extends { at: Date }>(one: T): T => ({ ...one, at: new Date(one.at) });
  return { ...withTimes(stored), receivedAt: new Date(stored.receivedAt), readings: stored.readings.map(withTimes) };
}

/** Without a tag, a stop of a charge point with several connectors could mean another transaction. */
function canEnd(stop: StopReport, start: StartReport, isOnlyConnector: boolean): boolean {
  const isOfTag = stop.idTag ? isSameTag(start.idTag, stop.idTag) : isOnlyConnector;
  const isAfter = !stop.isClockDoubted && stop.at >= reportedStartAt(start);
  return isOfTag && isAfter && stop.meterStopWh !== undefined && stop.meterStopWh >= start.meterStartWh;
}
