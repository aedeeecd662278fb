import type { MeterReading } from '@bijli/ocpp/meter-values';
import { countFrom, measuredWh, ratedMaxWh, type MeterLimits, type RegisterCount } from './register-count.ts';
import { countReading, countStopReading } from './register-steps.ts';

export type { MeterLimits } from './register-count.ts';

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
  needsRecount: boolean;
  /** The count before the kept readings, the kept readings in order of their own time, and the count after them. */
  countBefore: RegisterCount;
  recent: RegisterReading[];
  count: RegisterCount;
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
  const count = countFrom({ registerWh, at });
  return { energyWh: 0, registerWh, at, isSuspect: false, needsRecount: false, countBefore: count, recent: [], count };
}

/** Continues a stored count. Later readings are added as they are read. */
export function resumeDelivery(countBefore: RegisterCount, limits: MeterLimits): Delivered {
  return deliveredAt({ countBefore, recent: [], count: countBefore, needsRecount: false }, limits);
}

/** The stored readings that are later than everything that is counted, in the order in which they are counted. */
export function readingsAfter(count: RegisterCount, readings: MaybeRegisterReading[]): RegisterReading[] {
  return inOrder(readings).filter((reading) => isUncounted(count, reading));
}

/** True if a stored reading is later than everything that is counted. */
export function isUncounted({ held, last, lastReadAt }: RegisterCount, reading: MaybeRegisterReading): boolean {
  return (
    hasRegister(reading) && (lastReadAt === undefined || byTime(reading, { ...(held ?? last), at: lastReadAt }) > 0)
  );
}

/** Adds a reading as it arrives. A reading from before the start, or a repeated one, changes nothing. */
export function addReading(soFar: Delivered, reading: MaybeRegisterReading, limits: MeterLimits): Delivered {
  const newest = soFar.recent.at(-1);
  if (!hasRegister(reading) || reading.at < soFar.countBefore.start.at) return soFar;
  return newest && reading.at <= newest.at ? addLate(soFar, reading, limits) : addStored(soFar, reading, limits);
}

/**
 * Adds a stored reading. They are read in order and each once, so it is neither late nor repeated, even if the count
 * ends at the same moment.
 */
export function addStored(soFar: Delivered, reading: RegisterReading, limits: MeterLimits): Delivered {
  if (reading.at < soFar.countBefore.start.at) return soFar;
  return keep(soFar, [...soFar.recent, reading], advance(soFar.count, reading, limits), limits);
}

/** Inserts a reading that is not the newest where it belongs by its own time. */
function addLate(soFar: Delivered, reading: RegisterReading, limits: MeterLimits): Delivered {
  const { recent, countBefore } = soFar;
  const { at, context } = reading;
  if (recent.some((kept) => kept.context === context && kept.at.getTime() === at.getTime())) return soFar;
  if (countBefore.lastReadAt !== undefined && at <= countBefore.lastReadAt) return { ...soFar, needsRecount: true };
  const all = recent.toSpliced(recent.findLastIndex((kept) => byTime(kept, reading) <= 0) + 1, 0, reading);
  return keep(soFar, all, advanceAll(countBefore, all, limits), limits);
}

/** Keeps the latest readings, and counts older ones for good. */
function keep(
  { countBefore, needsRecount }: Delivered,
  all: RegisterReading[],
  count: RegisterCount,
  limits: MeterLimits,
): Delivered {
  const oldest = all.length > MAX_LATE_READINGS ? all.shift() : undefined;
  return deliveredAt(
    { countBefore: oldest ? advance(countBefore, oldest, limits) : countBefore, recent: all, count, needsRecount },
    limits,
  );
}

/** Counts a running session from all its readings, in any order. */
export function countDelivered(start: Start, readings: MaybeRegisterReading[], limits: MeterLimits): Delivered {
  return inOrder(readings).reduce(
    (soFar, reading) => addStored(soFar, reading, limits),
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
  const count = countStopReading(advanceAll(countFrom(start), inTime, limits), stop, limits);
  const claimedWh = measuredWh(count);
  const energyWh = Math.min(claimedWh, maxWhOf(count, limits));
  const doubtedWh = claimedWh - energyWh + count.doubtedWh + count.eitherWh;
  return { energyWh, doubtedWh, isSuspect: count.isGuessed || doubtedWh > 0 };
}

/** A driver pays for at most this much beyond what was bought: the larger of the two. */
export const OVERRUN_WH = 50;
export const OVERRUN_PERCENT = 2;

/** The most energy that a driver pays for: a little more than was bought, because charge points stop late. */
export function maxBillableWh(boughtWh: number): number {
  return boughtWh + Math.max(OVERRUN_WH, Math.floor((boughtWh * OVERRUN_PERCENT) / 100));
}

/** The energy that the driver pays for. All of it if no limit was bought. */
export function billableWh(energyWh: number, boughtWh: number | null): number {
  return boughtWh === null ? energyWh : Math.max(0, Math.min(energyWh, maxBillableWh(boughtWh)));
}

/** The most energy that rated power can have delivered from the start until the latest reading was received. */
function maxWhOf({ start, lastReceivedAt }: RegisterCount, limits: MeterLimits): number {
  return ratedMaxWh(lastReceivedAt.getTime() - start.at.getTime(), limits);
}

function deliveredAt(
  { countBefore, recent, count, needsRecount }: Pick<Delivered, 'countBefore' | 'recent' | 'count' | 'needsRecount'>,
  limits: MeterLimits,
): Delivered {
  const claimedWh = measuredWh(count);
  const maxWh = maxWhOf(count, limits);
  return {
    energyWh: Math.min(claimedWh, maxWh),
    registerWh: count.last.registerWh,
    at: count.lastReadAt ?? count.start.at,
    isSuspect: count.isGuessed || claimedWh > maxWh,
    needsRecount,
    countBefore,
    recent,
    count,
  };
}

function advanceAll(count: RegisterCount, readings: RegisterReading[], limits: MeterLimits): RegisterCount {
  return readings.reduce((soFar, reading) => advance(soFar, reading, limits), count);
}

/**
 * Two readings of one moment that differ in their context alone are one. The second neither confirms nor moves
 * anything.
 */
function advance(count: RegisterCount, reading: RegisterReading, limits: MeterLimits): RegisterCount {
  return isUncounted(count, reading) ? countReading(count, reading, limits) : count;
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
