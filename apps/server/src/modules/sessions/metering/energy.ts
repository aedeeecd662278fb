import type { MeterReading } from '@bijli/ocpp/meter-values';
import {
  measuredWh,
  finishPath,
  pathFrom,
  ratedMaxWh,
  stepPath,
  type MeterLimits,
  type MeterPath,
} from './meter-path.ts';

export type { MeterLimits } from './meter-path.ts';

/** The energy delivered so far, and the register it was last read from. */
export interface Delivered {
  /** Never more than rated power explains. */
  energyWh: number;
  registerWh: number;
  /** The charge point's time of the latest reading. */
  at: Date;
  /** The meter claims what cannot be, or restarted without a word. */
  isSuspect: boolean;
  /** A reading came that is older than all that are kept here: the session has to be counted anew from its samples. */
  isBehind: boolean;
  /** The path up to the readings that are kept, the kept ones in order of their own time, and the path to their end. */
  settled: MeterPath;
  recent: RegisterReading[];
  path: MeterPath;
}

/** What a session comes to once no further reading is awaited. */
export interface Metered {
  /** Never more than rated power explains. */
  energyWh: number;
  /** What the meter claims beyond that, or only by a jump that nothing accounts for. */
  doubtedWh: number;
  isSuspect: boolean;
}

export interface ReadingOfRegister extends Pick<MeterReading, 'at' | 'context' | 'registerWh'> {
  receivedAt: Date;
}
type RegisterReading = ReadingOfRegister & { registerWh: number };
type Timed = Pick<RegisterReading, 'at' | 'registerWh' | 'receivedAt'>;
type Start = { at: Date; registerWh: number };

/** So many readings may come late and still find their place without counting anew. */
const MAX_LATE_READINGS = 16;

export function startDelivery(registerWh: number, at: Date): Delivered {
  const path = pathFrom({ registerWh, at });
  return { energyWh: 0, registerWh, at, isSuspect: false, isBehind: false, settled: path, recent: [], path };
}

/** Goes on from a path that was kept; readings that it does not hold yet are added as they are read. */
export function resumeDelivery(settled: MeterPath, limits: MeterLimits): Delivered {
  return figures({ settled, recent: [], path: settled, isBehind: false }, limits);
}

/** Whether a stored reading comes after all that a path holds. */
export function isAfterPath({ held, last, seenAt }: MeterPath, reading: ReadingOfRegister): boolean {
  return tellsRegister(reading) && (seenAt === undefined || byTime(reading, { ...(held ?? last), at: seenAt }) > 0);
}

/** Adds a reading as it arrives. Those from before the start change nothing, nor do repeats. */
export function addReading(sofar: Delivered, reading: ReadingOfRegister, limits: MeterLimits): Delivered {
  const { recent, settled } = sofar;
  const newest = recent.at(-1);
  if (!tellsRegister(reading) || reading.at < settled.start.at) return sofar;
  if (newest && reading.at <= newest.at) return addLate(sofar, reading, limits);
  return keep(sofar, [...recent, reading], stepPath(sofar.path, reading, limits), limits);
}

/** Puts one that is not the newest where it belongs by its own time. */
function addLate(sofar: Delivered, reading: RegisterReading, limits: MeterLimits): Delivered {
  const { recent, settled } = sofar;
  const { at, context } = reading;
  if (recent.some((kept) => kept.context === context && kept.at.getTime() === at.getTime())) return sofar;
  if (settled.seenAt !== undefined && at <= settled.seenAt) return { ...sofar, isBehind: true };
  const all = recent.toSpliced(recent.findLastIndex((kept) => byTime(kept, reading) <= 0) + 1, 0, reading);
  return keep(sofar, all, fold(settled, all, limits), limits);
}

/** Keeps the latest of these; the one before them is settled. */
function keep(
  { settled, isBehind }: Delivered,
  all: RegisterReading[],
  path: MeterPath,
  limits: MeterLimits,
): Delivered {
  const oldest = all.length > MAX_LATE_READINGS ? all.shift() : undefined;
  return figures(
    { settled: oldest ? stepPath(settled, oldest, limits) : settled, recent: all, path, isBehind },
    limits,
  );
}

/** A running session counted from all its readings, in whatever order they are given. */
export function deliveredOf(start: Start, readings: ReadingOfRegister[], limits: MeterLimits): Delivered {
  return inOrder(readings).reduce(
    (sofar, reading) => addReading(sofar, reading, limits),
    startDelivery(start.registerWh, start.at),
  );
}

/**
 * The energy of a whole transaction. `stop` is the charge point's last word, where it has given one: without a restart the
 * energy is the difference of its two registers, and samples only tell the way.
 */
export function energyOf(
  start: Start,
  readings: ReadingOfRegister[],
  limits: MeterLimits,
  stop?: { registerWh: number; at: Date; receivedAt: Date; reason: string },
): Metered {
  const inTime = inOrder(readings).filter(({ at }) => at >= start.at);
  const path = finishPath(fold(pathFrom(start), inTime, limits), stop, limits);
  const claimedWh = measuredWh(path);
  const energyWh = Math.min(claimedWh, maxOf(path, limits));
  const doubtedWh = claimedWh - energyWh + path.doubtedWh + path.eitherWh;
  return { energyWh, doubtedWh, isSuspect: path.isGuessed || doubtedWh > 0 };
}

/** What is billed at most beyond what was bought, where a charge point stops late: the larger of the two. */
const OVERRUN_WH = 50;
const OVERRUN_PERCENT = 2;

/**
 * The part of the energy that the driver pays for: what was bought and a little more, since no charge point stops to the Wh. Where
 * nothing was bought it is all of it.
 */
export function billableWh(energyWh: number, boughtWh: number | null): number {
  if (boughtWh === null) return energyWh;
  const overrunWh = Math.max(OVERRUN_WH, Math.floor((boughtWh * OVERRUN_PERCENT) / 100));
  return Math.max(0, Math.min(energyWh, boughtWh + overrunWh));
}

/** What rated power explains from the start until the latest reading was heard. */
function maxOf({ start, heardAt }: MeterPath, limits: MeterLimits): number {
  return ratedMaxWh(heardAt.getTime() - start.at.getTime(), limits);
}

function figures(
  { settled, recent, path, isBehind }: Pick<Delivered, 'settled' | 'recent' | 'path' | 'isBehind'>,
  limits: MeterLimits,
): Delivered {
  const claimedWh = measuredWh(path);
  const maxWh = maxOf(path, limits);
  return {
    energyWh: Math.min(claimedWh, maxWh),
    registerWh: path.last.registerWh,
    at: path.seenAt ?? path.start.at,
    isSuspect: path.isGuessed || claimedWh > maxWh,
    isBehind,
    settled,
    recent,
    path,
  };
}

function fold(path: MeterPath, readings: RegisterReading[], limits: MeterLimits): MeterPath {
  return readings.reduce((sofar, reading) => stepPath(sofar, reading, limits), path);
}

function inOrder(readings: ReadingOfRegister[]): RegisterReading[] {
  return readings.filter(tellsRegister).toSorted(byTime);
}

function tellsRegister(reading: ReadingOfRegister): reading is RegisterReading {
  return reading.registerWh !== undefined;
}

/** Readings of one moment go by their register, so that their order of arrival decides nothing. */
function byTime(a: Timed, b: Timed): number {
  return (
    a.at.getTime() - b.at.getTime() || a.registerWh - b.registerWh || a.receivedAt.getTime() - b.receivedAt.getTime()
  );
}
