import type { MeterReading } from '@bijli/ocpp/meter-values';
import { HOUR_MS, MINUTE_MS } from '#kernel/durations.ts';
import type { Admission, BootReport, ConfigurationReport, StatusReport } from '#modules/network/index.ts';
import type { TagInfo } from '#modules/tokens/index.ts';

/**
 * The port between charging and the charge points. The OCPP central system is the adapter: it offers `ChargePoints`
 * and calls `ChargePointReports`. Ids are OCPP charge box identities; connectors count from 1,
 * and 0 is the charge point as a whole.
 */
export interface ChargePoints {
  /**
   * Asks a charge point to start (RemoteStartTransaction). Throws `charger_offline` when it was not asked, and
   * `charger_silent` when it was and gave no answer, so that it may start all the same.
   */
  remoteStart(chargePointId: string, request: { connector: number; idTag: string }): Promise<'accepted' | 'rejected'>;
  /** Asks a charge point to stop (RemoteStopTransaction). Throws `charger_offline` or `charger_silent`. */
  remoteStop(chargePointId: string, transactionId: number): Promise<'accepted' | 'rejected'>;
  /**
   * Asks a charge point to send a message now (TriggerMessage). `rejected` also if the charge point does not support
   * TriggerMessage. Throws `charger_offline` or `charger_silent`.
   */
  trigger(
    chargePointId: string,
    connector: number,
    message: 'MeterValues' | 'StatusNotification',
  ): Promise<'accepted' | 'rejected'>;
  /**
   * Asks a charge point to restart once its transactions are stopped (Reset). Throws `charger_offline` or
   * `charger_silent`.
   */
  reset(chargePointId: string): Promise<'accepted' | 'rejected'>;
}

/** The status that a StartTransaction is answered with, in OCPP's words. `ConcurrentTx`: the tag charges elsewhere. */
export type StartStatus = TagInfo['status'] | 'ConcurrentTx';

export interface StartReport {
  chargePointId: string;
  connector: number;
  idTag: string;
  meterStartWh: number;
  /**
   * The charge point's own time, or the time of receipt if its time cannot be right. The time of receipt differs for
   * each retry.
   */
  at: Date;
  isClockDoubted?: true | undefined;
  /** The charge point's own time if it is far behind. */
  claimedAt?: Date | undefined;
  receivedAt: Date;
  /** When the link was opened over which the report came. */
  linkedAt?: Date | undefined;
  /** The reservation that the start uses, if the charge point names one. */
  reservationId?: number | undefined;
}

/**
 * The start time to store. A charge point's clock that is ahead must not put the start after samples that are taken
 * once the clock is right.
 */
export function reportedStartAt({ at, receivedAt }: Pick<StartReport, 'at' | 'receivedAt'>): Date {
  return at < receivedAt ? at : receivedAt;
}

/**
 * The most by which a repeated start may be later than the stored one. If the clock is ahead, the first start was
 * stored with its time of receipt, and the repeat has the clock's time. It is twice what a clock may be ahead, because
 * a clock that was doubted at first may be believed at the repeat.
 */
export const MAX_REPEAT_AHEAD_MS = 20 * MINUTE_MS;

/**
 * A start that is reported this much later was reported after an outage, so its energy may have been delivered already.
 */
const MAX_START_DELAY_MS = MINUTE_MS;

/**
 * True if a start is reported long after it happened: its time is before the link was opened. A later time that is
 * reported late comes from a clock that is behind, so the start was reported at once.
 */
export function isReportedLate(report: Pick<StartReport, 'at' | 'receivedAt' | 'linkedAt'>): boolean {
  const { receivedAt, linkedAt } = report;
  const at = reportedStartAt(report);
  return receivedAt.getTime() - at.getTime() > MAX_START_DELAY_MS && !(linkedAt && linkedAt <= at);
}

/** No charge lasts longer. */
const MAX_CHARGE_MS = 24 * HOUR_MS;

/**
 * When a session began whose start and stop a charge point reports one after the other, with a clock that is far
 * behind: as long before the stop as that clock says. Undefined if the clock says nothing of it.
 */
export function startByDuration(
  start: Pick<StartReport, 'claimedAt'>,
  stop: Pick<StopReport, 'claimedAt' | 'receivedAt'>,
): Date | undefined {
  if (!start.claimedAt || !stop.claimedAt) return undefined;
  const durationMs = stop.claimedAt.getTime() - start.claimedAt.getTime();
  return durationMs > 0 && durationMs <= MAX_CHARGE_MS ? new Date(stop.receivedAt.getTime() - durationMs) : undefined;
}

/** The time of a start by our clock, as near as we know. A start that is reported at once happened now. */
export function actualStartAt(report: Pick<StartReport, 'at' | 'receivedAt' | 'linkedAt'>): Date {
  return isReportedLate(report) ? reportedStartAt(report) : report.receivedAt;
}

export interface StopReport {
  chargePointId: string;
  transactionId: number;
  /** Missing if the charge point does not report it. Then the samples decide. */
  meterStopWh: number | undefined;
  /** The charge point's own time, or the time of receipt if its time cannot be right. */
  at: Date;
  isClockDoubted?: true | undefined;
  /** The charge point's own time if it is far behind. */
  claimedAt?: Date | undefined;
  receivedAt: Date;
  /** OCPP 1.6 stop reason. Missing if the charge point gives none. */
  reason?: string | undefined;
  idTag?: string | undefined;
  /** The readings of `transactionData`, if the charge point sent any. */
  readings: MeterReading[];
}

export interface MeterReport {
  chargePointId: string;
  connector: number;
  /** Missing if the charge point did not name a transaction. */
  transactionId?: number | undefined;
  readings: MeterReading[];
  receivedAt: Date;
  /** The whole frame, unchanged. */
  raw: string;
}

export interface StartAnswer extends Omit<TagInfo, 'status'> {
  transactionId: number;
  status: StartStatus;
}

/**
 * The reports of charge points. Each promise resolves when the report is stored. Only then does the adapter acknowledge
 * it.
 */
export interface ChargePointReports {
  connected(chargePointId: string): Promise<void>;
  disconnected(chargePointId: string): Promise<void>;
  /** Called for every message. It is stored later, and nothing waits for that. */
  noteHeard(chargePointId: string, at: Date): void;
  /** True if this server knows of a running session at the charge point. */
  isCharging(chargePointId: string): boolean;
  /** Handles a BootNotification. Resolves to whether the charge point is accepted. */
  booted(report: BootReport): Promise<Admission>;
  /**
   * The configuration of a charge point. It is reported after each boot, and when a charge point reconnects without
   * one.
   */
  configured(report: ConfigurationReport): Promise<void>;
  statusChanged(report: StatusReport): Promise<void>;
  /**
   * Returns whether an idTag may charge here. `stopped` asks whether it may charge again after it has just ended a
   * transaction.
   */
  authorize(chargePointId: string, idTag: string, when?: 'presented' | 'stopped'): Promise<TagInfo>;
  started(report: StartReport): Promise<StartAnswer>;
  metered(report: MeterReport): Promise<void>;
  stopped(report: StopReport): Promise<void>;
}
