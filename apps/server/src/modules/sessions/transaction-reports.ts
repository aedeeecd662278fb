import type { BootReport, StatusReport } from '#modules/network/index.ts';
import type { ChargePointReports, StartReport, StopReport } from './charge-points.ts';
import type { LiveSessions } from './live-sessions.ts';
import type { Meters } from './metering/meters.ts';
import type { RepeatedStarts } from './starting/repeated-starts.ts';
import type { StartReports } from './starting/start-reports.ts';
import type { LimitStop } from './stopping/limit-stop.ts';
import type { StopRefusals } from './stopping/stop-refusals.ts';
import type { Stops } from './stopping/stops.ts';
import type { BootReports } from './supervision/boot-reports.ts';
import type { Resets } from './supervision/resets.ts';
import type { Supervisor } from './supervision/supervisor.ts';
import type { UnwantedTransactions } from './unwanted/unwanted-transactions.ts';

interface TransactionRules {
  startReports: StartReports;
  meters: Meters;
  stops: Stops;
  bootReports: BootReports;
  resets: Resets;
  repeatedStarts: RepeatedStarts;
  supervisor: Supervisor;
  refusals: StopRefusals;
  limit: LimitStop;
  unwanted: UnwantedTransactions;
}

/** What a charge point reports, handed to each of the rules that it concerns. */
export function createTransactionReports(
  liveSessions: LiveSessions,
  {
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
  }: TransactionRules,
) {
  return {
    async started(report: StartReport): ReturnType<ChargePointReports['started']> {
      const answer = await startReports.started(report);
      const live = liveSessions.ofTransaction(answer.transactionId);
      if (live) limit.began(live);
      return answer;
    },

    metered: meters.metered,

    async stopped(report: StopReport): Promise<void> {
      await stops.stopped(report);
      unwanted.over(report.chargePointId, report.transactionId);
    },

    async booted({ chargePointId }: Pick<BootReport, 'chargePointId'>): Promise<void> {
      resets.booted(chargePointId);
      repeatedStarts.booted(chargePointId);
      await bootReports.booted(chargePointId);
    },

    configured: resets.configured,

    async statusChanged(report: StatusReport): Promise<void> {
      await supervisor.statusChanged(report);
      refusals.statusSaid(report);
      repeatedStarts.statusChanged(report);
      const live = liveSessions.ofConnector(report.chargePointId, report.connector);
      if (live) limit.stateChanged(live);
      await unwanted.statusChanged(report);
    },

    async connected(chargePointId: string): Promise<void> {
      resets.connected(chargePointId);
      await supervisor.connected(chargePointId);
      liveSessions.ofChargePoint(chargePointId).forEach(limit.connected);
      await unwanted.connected(chargePointId);
    },

    async disconnected(chargePointId: string): Promise<void> {
      unwanted.disconnected(chargePointId);
      await supervisor.disconnected(chargePointId);
    },
  };
}
