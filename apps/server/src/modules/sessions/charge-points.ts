import type { MeterReading } from '@bijli/ocpp/meter-values';
import { MINUTE_MS } from '#kernel/durations.ts';
import type { Admission, BootReport, ConfigurationReport, StatusReport } from '#modules/network/index.ts';
import type { TagInfo } from '#modules/tokens/index.ts';

/**
 * The port between charging and the charge points. The OCPP central system is the adapter: it offers `ChargePoints`
 * and calls `ChargePointReports`. Ids are OCPP charge box identities; connectors count from 1.
 */
export interface ChargePoints {
  /**
   * Asks a charge point to start (RemoteStartTransaction). Throws `charger_offline` when it was not asked, and `charger_silent`
   * when it was and gave no answer, so that it may start all the same.
   */
  remoteStart(chargePointId: string, request: { connector: number; idTag: string }): Promise<'accepted' | 'rejected'>;
  /** Asks a charge point to stop (RemoteStopTransaction). Throws `charger_offline` or `charger_silent`. */
  remoteStop(chargePointId: string, transactionId: number): Promise<'accepted' | 'rejected'>;
  /**
   * Asks a charge point to send a message now (TriggerMessage); `rejected` also where it cannot be asked so. Throws
   * `charger_offline` or `charger_silent`.
   */
  trigger(
    chargePointId: string,
    connector: number,
    message: 'MeterValues' | 'StatusNotification',
  ): Promise<'accepted' | 'rejected'>;
  /** Asks a charge point to restart once its transactions are stopped (Reset). Throws `charger_offline` or `charger_silent`. */
  reset(chargePointId: string): Promise<'accepted' | 'rejected'>;
}

/** What a start is answered, in OCPP's words: `ConcurrentTx` where its tag charges elsewhere. */
export type StartStatus = TagInfo['status'] | 'ConcurrentTx';

export interface StartReport {
  chargePointId: string;
  connector: number;
  idTag: string;
  meterStartWh: number;
  /** The charge point's own time; the time of receipt when that cannot be right, so another one for each retry. */
  at: Date;
  isClockDoubted?: true | undefined;
  receivedAt: Date;
  /** Since when the link stands that it came by. */
  linkedAt?: Date | undefined;
  /** The reservation that it uses up, where the charge point tells. */
  reservationId?: number | undefined;
}

/** A clock that runs ahead must not put the start after the samples that it takes once it is set right. */
export function reportedStartAt({ at, receivedAt }: Pick<StartReport, 'at' | 'receivedAt'>): Date {
  return at < receivedAt ? at : receivedAt;
}

/**
 * A start of a clock that is ahead was written down at its receipt, and is told again by that clock: so much later than it was written at
 * the most. Twice what a clock may be ahead, since one that was doubted at first may be believed when it tells again.
 */
export const MAX_REPEAT_AHEAD_MS = 20 * MINUTE_MS;

/** A start that is told so much later was without a link: what it was for has flowed. */
const MAX_START_DELAY_MS = MINUTE_MS;

/**
 * Whether a start is told of long after it was: it was before its link stood. What is stamped later than that and comes late all the
 * same was told at once, by a clock that is behind.
 */
export function isReportedLate(report: Pick<StartReport, 'at' | 'receivedAt' | 'linkedAt'>): boolean {
  const { receivedAt, linkedAt } = report;
  const at = reportedStartAt(report);
  return receivedAt.getTime() - at.getTime() > MAX_START_DELAY_MS && !(linkedAt && linkedAt <= at);
}

/** When a start was by our clock, as near as is known: one that is told at once is of now. */
export function actualStartAt(report: Pick<StartReport, 'at' | 'receivedAt' | 'linkedAt'>): Date {
  return isReportedLate(report) ? reportedStartAt(report) : report.receivedAt;
}

export interface StopReport {
  chargePointId: string;
  transactionId: number;
  /** Missing where the charge point does not tell it: then its samples do. */
  meterStopWh: number | undefined;
  /** The charge point's own time; the time of receipt when that cannot be right. */
  at: Date;
  isClockDoubted?: true | undefined;
  receivedAt: Date;
  /** OCPP 1.6 reason; missing when the charge point gives none. */
  reason?: string | undefined;
  idTag?: string | undefined;
  /** transactionData, when the charge point sent any. */
  readings: MeterReading[];
}

export interface MeterReport {
  chargePointId: string;
  connector: number;
  /** Missing when the charge point did not say. */
  transactionId?: number | undefined;
  readings: MeterReading[];
  receivedAt: Date;
  /** The frame as it came. */
  raw: string;
}

export interface StartAnswer extends Omit<TagInfo, 'status'> {
  transactionId: number;
  status: StartStatus;
}

/** Each promise settles when what was reported is durable; only then does the adapter acknowledge it. */
export interface ChargePointReports {
  connected(chargePointId: string): Promise<void>;
  disconnected(chargePointId: string): Promise<void>;
  /** Whether a session is under way there, as far as this server knows. */
  isCharging(chargePointId: string): boolean;
  /** Answers whether the charge point may begin. */
  booted(report: BootReport): Promise<Admission>;
  /** Comes after each boot, and where a charge point comes back without one. */
  configured(report: ConfigurationReport): Promise<void>;
  statusChanged(report: StatusReport): Promise<void>;
  /** Whether an idTag may charge here; `stopped`: from now on, where it has just ended a transaction. */
  authorize(chargePointId: string, idTag: string, when?: 'presented' | 'stopped'): Promise<TagInfo>;
  started(report: StartReport): Promise<StartAnswer>;
  metered(report: MeterReport): Promise<void>;
  stopped(report: StopReport): Promise<void>;
}
