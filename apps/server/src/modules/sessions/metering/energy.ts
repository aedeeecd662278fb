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

/** The energy delivered so far, and the register reading it was calculated from. */
export interface Delivered {
  /** Never more than rated power explains. */
  energyWh: number;
  registerWh: number;
  /** The charge point's time of the latest reading. */
  at: Date;
  /** True if the meter claims something impossible, or restarted without a report. */
  isSuspect: boolean;
  /**
   * True if a reading came that is older than all those kept here. The session must be counted again from its samples.
   */
  isBehind: boolean;
  /** The path up to the kept readings, the kept readings in order of their own time, and the path after them. */
  basePath: MeterPath;
  recent: RegisterReading[];
  path: MeterPath;
}

/** The final count of a session, when no more readings are expected. */
export interface Metered {
  /** Never more than rated power explains. */
  energyWh: number;
  /** What the meter claims beyond that, or only by an unexplained jump. */
  doubtedWh: number;
  isSuspect: boolean;
}

/** A reading, which may have come without a register. */
export interface MaybeRegisterReading extends Pick<MeterReading, 'at' | 'context' | 'registerWh'> {
  receivedAt: Date;
}
type RegisterReading = MaybeRegisterReading & { registerWh: number };
type Timed = Pick<RegisterReading, 'at' | 'registerWh' | 'receivedAt'>;
type Start = { at: Date; registerWh: number };

/** This many of the latest readings are kept, so that late ones can be inserted without counting again. */
const MAX_LATE_READINGS = 16;

export function startDelivery(registerWh: number, at: Date): Delivered {
  const path = pathFrom({ registerWh, at });
  return { energyWh: 0, registerWh, at, isSuspect: false, isBehind: false, basePath: path, recent: [], path };
}

/** Continues a stored path. Later readings are added as they are read. */
export function resumeDelivery(basePath: MeterPath, limits: MeterLimits): Delivered {
  return deliveredAt({ basePath, recent: [], path: basePath, isBehind: false }, limits);
}

/** The stored readings that are later than everything in the path, in the order in which they are counted. */
export function readingsAfter(path: MeterPath, readings: MaybeRegisterReading[]): RegisterReading[] {
  return inOrder(readings).filter((reading) => isAfterPath(path, reading));
}

/** True if a stored reading is later than everything in the path. */
export function isAfterPath({ held, last, seenAt }: MeterPath, reading: MaybeRegisterReading): boolean {
  return hasRegister(reading) && (seenAt === undefined || byTime(reading, { ...(held ?? last), at: seenAt }) > 0);
}

/** Adds a reading as it arrives. A reading from before the start, or a repeated one, changes nothing. */
export function addReading(sofar: Delivered, reading: MaybeRegisterReading, limits: MeterLimits): Delivered {
  const newest = sofar.recent.at(-1);
  if (!hasRegister(reading) || reading.at < sofar.basePath.start.at) return sofar;
  return newest && reading.at <= newest.at ? addLate(sofar, reading, limits) : addStored(sofar, reading, limits);
}

/**
 * Adds a stored reading. They are read in order and each once, so it is neither late nor repeated, even if the path
 * ends at the same moment.
 */
export function addStored(sofar: Delivered, reading: RegisterReading, limits: MeterLimits): Delivered {
  if (reading.at < sofar.basePath.start.at) return sofar;
  return keep(sofar, [...sofar.recent, reading], advance(sofar.path, reading, limits), limits);
}

/** Inserts a reading that is not the newest where it belongs by its own time. */
function addLate(sofar: Delivered, reading: RegisterReading, limits: MeterLimits): Delivered {
  const { recent, basePath } = sofar;
  const { at, context } = reading;
  if (recent.some((kept) => kept.context === context && kept.at.getTime() === at.getTime())) return sofar;
  if (basePath.seenAt !== undefined && at <= basePath.seenAt) return { ...sofar, isBehind: true };
  const all = recent.toSpliced(recent.findLastIndex((kept) => byTime(kept, reading) <= 0) + 1, 0, reading);
  return keep(sofar, all, advanceAll(basePath, all, limits), limits);
}

/** Keeps the latest readings, and adds older ones to the path for good. */
function keep(
  { basePath, isBehind }: Delivered,
  all: RegisterReading[],
  path: MeterPath,
  limits: MeterLimits,
): Delivered {
  const oldest = all.length > MAX_LATE_READINGS ? all.shift() : undefined;
  return deliveredAt(
    { basePath: oldest ? advance(basePath, oldest, limits) : basePath, recent: all, path, isBehind },
    limits,
  );
}

/** Counts a running session from all its readings, in any order. */
export function countDelivered(start: Start, readings: MaybeRegisterReading[], limits: MeterLimits): Delivered {
  return inOrder(readings).reduce(
    (sofar, reading) => addStored(sofar, reading, limits),
    startDelivery(start.registerWh, start.at),
  );
}

/**
 * The energy of an ended transaction. `stop` is the register in StopTransaction, if there was one. Unless the register
 * restarted, the energy is the difference of the two registers, and samples only show the course.
 */
export function energyOf(
  start: Start,
  readings: MaybeRegisterReading[],
  limits: MeterLimits,
  stop?: { registerWh: number; at: Date; receivedAt: Date; reason: string },
): Metered {
  const inTime = inOrder(readings).filter(({ at }) => at >= start.at);
  const path = finishPath(advanceAll(pathFrom(start), inTime, limits), stop, limits);
  const claimedWh = measuredWh(path);
  const energyWh = Math.min(claimedWh, maxWhOf(path, limits));
  const doubtedWh = claimedWh - energyWh + path.doubtedWh + path.eitherWh;
  return { energyWh, doubtedWh, isSuspect: path.isGuessed || doubtedWh > 0 };
}

/**
 * A driver pays for at most this much beyond what was bought, because charge points stop late: the larger of the two.
 */
const OVERRUN_WH = 50;
const OVERRUN_PERCENT = 2;

/**
 * The energy that the driver pays for: what was bought plus a small overrun, because no charge point stops to the Wh.
 * All of it if no limit was bought.
 */
export function billableWh(energyWh: number, boughtWh: number | null): number {
  if (boughtWh === null) return energyWh;
  const overrunWh = Math.max(OVERRUN_WH, Math.floor((boughtWh * OVERRUN_PERCENT) / 100));
  return Math.max(0, Math.min(energyWh, boughtWh + overrunWh));
}

/** The most energy that rated power can have delivered from the start until the latest reading was received. */
function maxWhOf({ start, heardAt }: MeterPath, limits: MeterLimits): number {
  return ratedMaxWh(heardAt.getTime() - start.at.getTime(), limits);
}

function deliveredAt(
  { basePath, recent, path, isBehind }: Pick<Delivered, 'basePath' | 'recent' | 'path' | 'isBehind'>,
  limits: MeterLimits,
): Delivered {
  const claimedWh = measuredWh(path);
  const maxWh = maxWhOf(path, limits);
  return {
    energyWh: Math.min(claimedWh, maxWh),
    registerWh: path.last.registerWh,
    at: path.seenAt ?? path.start.at,
    isSuspect: path.isGuessed || claimedWh > maxWh,
    isBehind,
    basePath,
    recent,
    path,
  };
}

function advanceAll(path: MeterPath, readings: RegisterReading[], limits: MeterLimits): MeterPath {
  return readings.reduce((sofar, reading) => advance(sofar, reading, limits), path);
}

/**
 * Two readings of one moment that differ in their context alone are one. The second neither confirms nor moves
 * anything.
 */
function advance(path: MeterPath, reading: RegisterReading, limits: MeterLimits): MeterPath {
  return isAfterPath(path, reading) ? stepPath(path, reading, limits) : path;
}

function inOrder(readings: MaybeRegisterReading[]): RegisterReading[] {
  return readings.filter(hasRegister).toSorted(byTime);
}

function hasRegister(reading: MaybeRegisterReading): reading is RegisterReading {
  return reading.registerWh !== undefined;
}

/** Orders readings by time, and those of one moment by register, so that their order of arrival does not matter. */
function byTime(a: Timed, b: Timed): number {
  return (
    a.at.getTime() - b.at.getTime() || a.registerWh - b.registerWh || a.receivedAt.getTime() - b.receivedAt.getTime()
  );
}
