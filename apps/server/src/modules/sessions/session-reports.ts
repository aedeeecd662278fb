import { traced, traceHere } from '#kernel/trace.ts';
import type { BootReport, StatusReport } from '#modules/network/index.ts';
import type { ChargePointReports, StartReport, StopReport } from './charge-points.ts';
import type { LiveSessions } from './live-sessions.ts';
import type { Meters } from './metering/meters.ts';
import type { TransactionStopper } from './rejected/transaction-stopper.ts';
import { noteTrace } from './starting/live-start.ts';
import type { RepeatedStarts } from './starting/repeated-starts.ts';
import type { StartReports } from './starting/start-reports.ts';
import type { EarlyStops } from './stopping/early-stops.ts';
import type { LimitStop } from './stopping/limit-stop.ts';
import type { StopVerdicts } from './stopping/stop-verdicts.ts';
import type { Stops } from './stopping/stops.ts';
import type { BootReports } from './supervision/boot-reports.ts';
import type { ConnectorStatusReports } from './supervision/connector-status.ts';
import type { LostLinks } from './supervision/lost-links.ts';
import type { Resets } from './supervision/resets.ts';

interface ReportRules {
  startReports: StartReports;
  meters: Meters;
  stops: Stops;
  earlyStops: EarlyStops;
  bootReports: BootReports;
  resets: Resets;
  repeatedStarts: RepeatedStarts;
  connectorStatus: ConnectorStatusReports;
  lostLinks: LostLinks;
  stopVerdicts: StopVerdicts;
  limitStop: LimitStop;
  transactionStopper: TransactionStopper;
}

/** Hands each report of a charge point to those rules of sessions that it concerns. */
export function createSessionReports(liveSessions: LiveSessions, rules: ReportRules) {
  return {
    started(report: StartReport): ReturnType<ChargePointReports['started']> {
      const { chargePointId, connector } = report;
      const under = liveSessions.ofConnector(chargePointId, connector)?.start.trace;
      // The trace of a session that a card starts begins here.
      const options = { kind: 'asked', facts: { chargePointId }, under, beginsTrace: true } as const;
      return traced('OCPP StartTransaction', options, async () => {
        const answer = await rules.startReports.started(report);
        if (answer.status === 'Accepted') await rules.earlyStops.applyEarlyStop(report, answer.transactionId);
        const live = liveSessions.ofTransaction(answer.transactionId);
        if (live) {
          if (!live.start.trace) noteTrace(live.start, traceHere());
          rules.limitStop.noteStarted(live);
        }
        return answer;
      });
    },

    isCharging: (chargePointId: string): boolean => liveSessions.ofChargePoint(chargePointId).length > 0,

    metered: rules.meters.metered,

    stopped(report: StopReport): Promise<void> {
      const { chargePointId, transactionId } = report;
      const under = liveSessions.ofTransaction(transactionId)?.start.trace;
      return traced('OCPP StopTransaction', { kind: 'asked', facts: { chargePointId }, under }, async () => {
        await rules.stops.stopped(report);
        rules.transactionStopper.noteStopped(chargePointId, transactionId);
      });
    },

    async booted({ chargePointId }: Pick<BootReport, 'chargePointId'>): Promise<void> {
      rules.resets.booted(chargePointId);
      rules.repeatedStarts.booted(chargePointId);
      await rules.bootReports.booted(chargePointId);
    },

    configured: rules.resets.configured,

    async statusChanged(report: StatusReport): Promise<void> {
      await rules.connectorStatus.statusChanged(report);
      rules.stopVerdicts.noteStatus(report);
      rules.repeatedStarts.statusChanged(report);
      const live = liveSessions.ofConnector(report.chargePointId, report.connector);
      if (live) rules.limitStop.noteStateChange(live);
      await rules.transactionStopper.statusChanged(report);
    },

    async connected(chargePointId: string): Promise<void> {
      rules.resets.connected(chargePointId);
      await rules.lostLinks.connected(chargePointId);
      liveSessions.ofChargePoint(chargePointId).forEach(rules.limitStop.noteConnected);
      await rules.transactionStopper.connected(chargePointId);
    },

    async disconnected(chargePointId: string): Promise<void> {
      rules.transactionStopper.disconnected(chargePointId);
      await rules.lostLinks.disconnected(chargePointId);
    },
  };
}
