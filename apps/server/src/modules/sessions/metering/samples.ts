import type { MeterReading } from '@bijli/ocpp/meter-values';
import type { StopReport } from '../charge-points.ts';
import type { MeteredSample, Sample, Session } from '../sessions.store.ts';
import type { ReadingOfRegister } from './energy.ts';

/** So many samples of one moment are told apart. */
const MAX_SAMPLES_OF_MOMENT = 16;

/** Readings as rows. */
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
 * A sample's time is its key. One that does not tell the register leaves its place to one that does: some firmware sends a message for
 * each measurand of one moment.
 */
function rowTimeOf({ at, registerWh }: MeterReading): Date {
  return registerWh === undefined ? new Date(at.getTime() + MAX_SAMPLES_OF_MOMENT + 1) : at;
}

/** Of one message no more readings are kept: hours of samples once in half a minute. */
const MAX_SAMPLES_OF_MESSAGE = 500;

/**
 * A message's readings, thinned out where there is no room for all. The last stays, then the first, then both sides of where
 * the register falls deepest, in at most half of the room: from these it is told whether it was restarted. The rest are
 * spread evenly.
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

/** The places where a register stood before and after it fell, of so many falls. */
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

/** What a stop brings, as rows. */
export function samplesOfStop(transactionId: number, { readings, receivedAt }: StopReport): Sample[] {
  return sampleRowsOf(transactionId, thinOutReadings(readings), receivedAt);
}

/** A row as a reading of its register. */
export function readingOf({ sampledAt: at, receivedAt, context, registerWh }: MeteredSample): ReadingOfRegister {
  return { at, receivedAt, context, registerWh: registerWh ?? undefined };
}

/**
 * The readings of a report that can only be of this session. Those that name its transaction are; others are when they were
 * taken after it began. One of these that is lower than at the start is not the charge point's word for a restart, unless
 * it has booted: it may be of another meter.
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
 * Some clocks tick in minutes only and give one time to many samples. Those whose register has gone on stand a millisecond
 * apart, since a sample's time is its key; a repeat keeps its time and counts once. `recent` is in order of time.
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

/** Whether each was taken after the one before, as readings are as a rule: then no two are of one moment. */
function areInOrder(readings: MeterReading[], since: Date | undefined): boolean {
  let lastMs = since?.getTime() ?? Number.NEGATIVE_INFINITY;
  return readings.every(({ at }) => {
    const isLater = at.getTime() > lastMs;
    lastMs = at.getTime();
    return isLater;
  });
}
