import type { MeterReading } from '@bijli/ocpp/meter-values';
import type { Sample, Session } from './charging.store.ts';

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

/**
 * The readings of a report that can only be of this charge. Those that name its transaction are; others are when they were
 * taken after it began. One of these that is lower than at the start is not the charger's word for a restart, unless
 * it has booted: it may be of another meter.
 */
export function certainReadings(
  report: { transactionId?: number | undefined; readings: MeterReading[] },
  { startedAt, meterStartWh, restartedAt }: Pick<Session, 'startedAt' | 'meterStartWh' | 'restartedAt'>,
): MeterReading[] {
  if (report.transactionId) return report.readings;
  const since = report.readings.filter(({ at }) => startedAt !== null && at >= startedAt);
  if (restartedAt) return since;
  return since.map((reading) => {
    const isLow = reading.registerWh !== undefined && reading.registerWh < (meterStartWh ?? 0);
    return isLow ? { ...reading, registerWh: undefined } : reading;
  });
}
