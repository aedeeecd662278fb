import type { MeterReading } from '@bijli/ocpp/meter-values';
import type { Sample } from './charging.store.ts';

/** A report's readings as rows. What came stands in the first: a backlog of many readings would hold it as many times. */
export function samplesOf(
  transactionId: number,
  report: { readings: MeterReading[]; receivedAt: Date; raw: string },
): Sample[] {
  return report.readings.map((reading, place) => ({
    transactionId,
    sampledAt: reading.at,
    context: reading.context,
    receivedAt: report.receivedAt,
    registerWh: reading.registerWh ?? null,
    powerW: reading.powerW ?? null,
    soc: reading.soc ?? null,
    raw: place === 0 ? report.raw : '',
  }));
}
