import type { MeterReading } from '@bijli/ocpp/meter-values';
import type { MeterReport } from '../charge-points.ts';

/** What is remembered of an open session's meter reports. Only the functions of this file change it. */
export interface LiveReports {
  /** True if the session's own connector has reported a register, not only the charge point's main meter. */
  hasOwnRegister: boolean;
  /** The last report whose samples exceeded the sample budget. */
  lastDropped: MeterReport | undefined;
  /** True if the driver was told that the charge is nearly done. */
  isNearlyDonePublished: boolean;
}

export function newLiveReports(): LiveReports {
  return { hasOwnRegister: false, lastDropped: undefined, isNearlyDonePublished: false };
}

/**
 * Leaves out the main meter's register (connector 0) once the session's own connector has reported one, because the
 * main meter counts other sessions too, whatever transaction it names. A charge point with one outlet may report only
 * connector 0.
 */
export function withoutMainMeter(
  reports: LiveReports,
  { connector }: MeterReport,
  readings: MeterReading[],
): MeterReading[] {
  if (connector !== 0) {
    reports.hasOwnRegister ||= readings.some(({ registerWh }) => registerWh !== undefined);
    return readings;
  }
  return reports.hasOwnRegister ? readings.filter(({ registerWh }) => registerWh === undefined) : readings;
}

/** Remembers the latest register reading that exceeded the budget, unless a later one is kept. */
export function noteDropped(reports: LiveReports, report: MeterReport, kept: MeterReading[]): void {
  if (!reports.lastDropped && kept === report.readings) return;
  const before = reports.lastDropped;
  const latest = latestOfRegister(report.readings);
  const waiting = latestOfRegister(before?.readings ?? []);
  const last = latest && (!waiting || latest.at > waiting.at) ? { ...report, readings: [latest] } : before;
  const [lastReading] = last?.readings ?? [];
  const isKept = lastReading && (latestOfRegister(kept)?.at ?? -Infinity) >= lastReading.at;
  reports.lastDropped = isKept ? undefined : last;
}

function latestOfRegister(readings: MeterReading[]): MeterReading | undefined {
  return readings
    .filter(({ registerWh }) => registerWh !== undefined)
    .reduce<MeterReading | undefined>((latest, one) => (latest && latest.at >= one.at ? latest : one), undefined);
}

export function noteNearlyDone(reports: LiveReports, isPublished: boolean): void {
  reports.isNearlyDonePublished = isPublished;
}
