import type { ChargePointEvents, StartReport, StatusReport, StopReport } from './charge-points.ts';
import type { LimitStop } from './limit-stop.ts';
import type { LiveCharges } from './live-charges.ts';
import type { Meters } from './meters.ts';
import type { Reboots } from './reboots.ts';
import type { Restarts } from './restarts.ts';
import type { StartAgain } from './start-again.ts';
import type { StartReports } from './start-reports.ts';
import type { StopRefusals } from './stop-refusals.ts';
import type { Stops } from './stops.ts';
import type { Unwanted } from './unwanted-transactions.ts';
import type { Watch } from './watch.ts';

interface Rules {
  startReports: StartReports;
  meters: Meters;
  stops: Stops;
  restarts: Restarts;
  reboots: Reboots;
  startAgain: StartAgain;
  watch: Watch;
  refusals: StopRefusals;
  limit: LimitStop;
  unwanted: Unwanted;
}

/** What a charger reports, handed to each of the rules that it concerns. */
export function createChargerReports(
  live: LiveCharges,
  { startReports, meters, stops, restarts, reboots, startAgain, watch, refusals, limit, unwanted }: Rules,
) {
  return {
    async started(report: StartReport): ReturnType<ChargePointEvents['started']> {
      const answer = await startReports.started(report);
      const charge = live.ofTransaction(answer.transactionId);
      if (charge) limit.began(charge);
      return answer;
    },

    metered: meters.metered,

    async stopped(report: StopReport): Promise<void> {
      await stops.stopped(report);
      unwanted.over(report.chargerId, report.transactionId);
    },

    async booted(chargerId: string): Promise<void> {
      reboots.booted(chargerId);
      startAgain.booted(chargerId);
      await restarts.booted(chargerId);
    },

    configured: reboots.configured,

    async statusChanged(report: StatusReport): Promise<void> {
      await watch.statusChanged(report);
      refusals.statusSaid(report);
      startAgain.statusChanged(report);
      const charge = live.ofConnector(report.chargerId, report.connector);
      if (charge) limit.stateChanged(charge);
      await unwanted.statusChanged(report);
    },

    async connected(chargerId: string): Promise<void> {
      reboots.connected(chargerId);
      await watch.connected(chargerId);
      live.ofCharger(chargerId).forEach(limit.connected);
      await unwanted.connected(chargerId);
    },

    async disconnected(chargerId: string): Promise<void> {
      unwanted.disconnected(chargerId);
      await watch.disconnected(chargerId);
    },
  };
}
