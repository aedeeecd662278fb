import type { MeterReading } from '@bijli/ocpp/meter-values';
import type { StopReport } from '../charge-points.ts';
import type { MeteredSample, Sample, Session } from '../sessions.store.ts';
import type { MaybeRegisterReading } from './energy.ts';

/** How many samples with the same time are told apart. */
const MAX_SAMPLES_OF_MOMENT = 16;

/** Converts readings to rows. */
export function sampleRowsOf(transactionId: number, readings: MeterReading[], receivedAt: Date): Sample[] {
  return readings.map((reading) => ({
    transactionId,
    sampledAt: rowTimeOf(reading),
    context: reading.context,
    receivedAt,
    registerWh: reading.registerWh ?? null,
    powerW: reading.powerW ?? null,
    soc: reading.soc ?? null,
  }));
}

/**
 * The time under which a reading is stored. It is part of the key. Some firmware sends a message for each measurand of
 * one moment, so a reading without a register gives way to one with it.
 */
function rowTimeOf({ at, registerWh }: MeterReading): Date {
  return registerWh === undefined ? new Date(at.getTime() + MAX_SAMPLES_OF_MOMENT + 1) : at;
}

/** Maximum number of readings kept from one message: hours of samples at two a minute. */
const MAX_SAMPLES_OF_MESSAGE = 500;

/**
 * Thins out a message's readings to fit the budget. The last is kept, then the first, then both sides of the register's
 * deepest falls, in at most half of the room, because they show restarts. The others are spread evenly.
 */
export function thinOutReadings(readings: MeterReading[], room = MAX_SAMPLES_OF_MESSAGE): MeterReading[] {
  const max = Math.min(room, MAX_SAMPLES_OF_MESSAGE);
  if (readings.length <= max) return readings;
  if (max === 0) return [];
  const keptIndexes = new Set(sidesOfDeepest(readings, Math.floor(max / 4)));
  keptIndexes.add(readings.length - 1);
  const rest = max - keptIndexes.size;
  for (let nth = 0; nth < rest; nth += 1) keptIndexes.add(Math.floor((nth * readings.length) / rest));
  return readings.filter((_, index) => keptIndexes.has(index));
}

/** Indexes of the readings before and after the deepest falls of a register. */
function sidesOfDeepest(readings: MeterReading[], max: number): number[] {
  const withRegister = [...readings.entries()].flatMap(([index, { registerWh }]) =>
    registerWh === undefined ? [] : [{ index, registerWh }],
  );
  const falls = withRegister.flatMap((after, nth) => {
    const before = withRegister[nth - 1] ?? after;
    return after.registerWh < before.registerWh ? [{ before, after }] : [];
  });
  const depth = ({ before, after }: (typeof falls)[number]) => before.registerWh - after.registerWh;
  const deepest = falls.toSorted((a, b) => depth(b) - depth(a)).slice(0, max);
  return deepest.flatMap(({ before, after }) => [before.index, after.index]);
}

/** Converts the readings of a StopTransaction to rows. */
export function samplesOfStop(transactionId: number, { readings, receivedAt }: StopReport): Sample[] {
  return sampleRowsOf(transactionId, thinOutReadings(readings), receivedAt);
}

/** Converts a row to a reading. */
export function readingOf({ sampledAt: at, receivedAt, context, registerWh }: MeteredSample): MaybeRegisterReading {
  return { at, receivedAt, context, registerWh: registerWh ?? undefined };
}

/**
 * The readings of a report that can only belong to this session. Readings that name its transaction do. Others do if
 * they were taken after it began. If one of these is below the start it may come from another meter, so it shows no
 * restart unless the charge point has booted.
 */
export function readingsOfThisSession(
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

/**
 * Separates readings with the same time, because some clocks tick only in minutes and the time is the key. Readings
 * whose register has grown are put one millisecond apart. A repeated reading keeps its time and counts once. `recent`
 * is ordered by time.
 */
export function separateSameTimes(
  readings: MeterReading[],
  recent: Pick<MeterReading, 'at' | 'context' | 'registerWh'>[],
): MeterReading[] {
  if (areInOrder(readings, recent.at(-1)?.at)) return readings;
  const key = (atMs: number, context: string) => `${atMs} ${context}`;
  const registerAt = new Map(recent.map(({ at, context, registerWh }) => [key(at.getTime(), context), registerWh]));
  return readings.map((reading) => {
    const { context, registerWh } = reading;
    if (registerWh === undefined) return reading;
    const reportedAtMs = reading.at.getTime();
    let atMs = reportedAtMs;
    const isFree = () => (registerAt.get(key(atMs, context)) ?? registerWh) === registerWh;
    while (!isFree() && atMs < reportedAtMs + MAX_SAMPLES_OF_MOMENT) atMs += 1;
    registerAt.set(key(atMs, context), registerWh);
    return atMs === reportedAtMs ? reading : { ...reading, at: new Date(atMs) };
  });
}

/** True if each reading is later than the one before, as usual. Then no two have the same time. */
function areInOrder(readings: MeterReading[], since: Date | undefined): boolean {
  let lastMs = since?.getTime() ?? Number.NEGATIVE_INFINITY;
  return readings.every(({ at }) => {
    const isLater = at.getTime() > lastMs;
    lastMs = at.getTime();
    return isLater;
  });
}
