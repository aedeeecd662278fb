import type { ChargePointEvents, StartReport, StatusReport, StopReport } from './charge-points.ts';
import type { LimitStop } from './limit-stop.ts';
import type { LiveSessions } from './live-sessions.ts';
import type { Meters } from './meters.ts';
import type { Reboots } from './reboots.ts';
import type { Restarts } from './restarts.ts';
import type { StartAgain } from './start-again.ts';
import type { StartReports } from './start-reports.ts';
import type { StopRefusals } from './stop-refusals.ts';
import type { Stops } from './stops.ts';
import type { Supervisor } from './supervisor.ts';
import type { Unwanted } from './unwanted-transactions.ts';

interface Rules {
  startReports: StartReports;
  meters: Meters;
  stops: Stops;
  restarts: Restarts;
  reboots: Reboots;
  startAgain: StartAgain;
  supervisor: Supervisor;
  refusals: StopRefusals;
  limit: LimitStop;
  unwanted: Unwanted;
}

/** What a charge point reports, handed to each of the rules that it concerns. */
export function createTransactionReports(
  liveSessions: LiveSessions,
  { startReports, meters, stops, restarts, reboots, startAgain, supervisor, refusals, limit, unwanted }: Rules,
) {
  return {
    async started(report: StartReport): ReturnType<ChargePointEvents['started']> {
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

    async booted(chargePointId: string): Promise<void> {
      reboots.booted(chargePointId);
      startAgain.booted(chargePointId);
      await restarts.booted(chargePointId);
    },

    configured: reboots.configured,

    async statusChanged(report: StatusReport): Promise<void> {
      await supervisor.statusChanged(report);
      refusals.statusSaid(report);
      startAgain.statusChanged(report);
      const live = liveSessions.ofConnector(report.chargePointId, report.connector);
      if (live) limit.stateChanged(live);
      await unwanted.statusChanged(report);
    },

    async connected(chargePointId: string): Promise<void> {
      reboots.connected(chargePointId);
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
