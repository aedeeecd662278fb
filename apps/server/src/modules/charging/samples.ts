import type { MeterReading } from '@bijli/ocpp/meter-values';
import type { Sample } from './charging.store.ts';

/** A report's readings as rows. */
export function samplesOf(
  transactionId: number,
  report: { readings: MeterReading[]; receivedAt: Date; raw: string },
): Sample[] {
  return report.readings.map((reading) => ({
    transactionId,
    sampledAt: reading.at,
    context: reading.context,
    receivedAt: report.receivedAt,
    registerWh: reading.registerWh ?? null,
    powerW: reading.powerW ?? null,
    soc: reading.soc ?? null,
    raw: report.raw,
  }));
}
