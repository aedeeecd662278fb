import { HOUR_MS } from '#kernel/durations.ts';

/** The facts about a connector that bound how its register may move. */
export interface MeterLimits {
  /** Rated power of the connector in W. 0 if unknown. */
  ratedW: number;
  /** When the charge point first reported a boot during the session. */
  restartedAt: Date | null;
}

/** A reading of the register. */
export interface RegisterPoint {
  registerWh: number;
  /** The time by the charge point's clock, and the time of receipt by ours. */
  at: Date;
  receivedAt: Date;
}

/** What a register has counted over its readings so far, taken in the order of their own time. */
export interface RegisterCount {
  start: RegisterPoint;
  /** Energy from before the register's last restart. */
  bankedWh: number;
  /** The register's value when it began to count after that. */
  baseWh: number;
  /** The latest reading that was believed. */
  last: RegisterPoint;
  /** A reading that does not follow from `last`. It counts once the next reading confirms it. */
  held: RegisterPoint | undefined;
  /** The charge point's time of the latest reading. */
  lastReadAt: Date | undefined;
  /** The latest time of receipt, by our clock. It bounds the energy that can have been delivered. */
  lastReceivedAt: Date;
  isRestarted: boolean;
  /** Energy that only an unexplained jump of the register accounts for. */
  doubtedWh: number;
  /** Energy that assumed restarts would add, although the readings can be explained without it. */
  eitherWh: number;
  /** True if a jump or a restart was concluded from readings alone. */
  isGuessed: boolean;
  /** The count before a restart, because later readings may show that there was none. */
  before: RegisterCount | undefined;
  /** True if the charge point reported the restart and the register stood below its base. */
  isCertain: boolean;
}

/** Tolerance on what rated power explains, because meters round and clocks tick in whole seconds. */
export const TOLERANCE_WH = 100;
const TOLERANCE_PERCENT = 110;
const WH_PER_W_MS_PERCENT = HOUR_MS * 100;
/** Stands in for an unknown rating. Hardly any connector delivers more. */
const UNRATED_W = 500_000;

/** The most energy that rated power delivers in a time, in Wh. */
export function ratedMaxWh(ms: number, { ratedW }: MeterLimits): number {
  const watts = ratedW > 0 ? ratedW : UNRATED_W;
  return Math.floor((watts * Math.max(0, ms) * TOLERANCE_PERCENT) / WH_PER_W_MS_PERCENT) + TOLERANCE_WH;
}

/** The count of a session that has just started. */
export function countFrom({ registerWh, at }: { registerWh: number; at: Date }): RegisterCount {
  const start = { registerWh, at, receivedAt: at };
  return {
    start,
    bankedWh: 0,
    baseWh: registerWh,
    last: start,
    held: undefined,
    lastReadAt: undefined,
    lastReceivedAt: at,
    isRestarted: false,
    doubtedWh: 0,
    eitherWh: 0,
    isGuessed: false,
    before: undefined,
    isCertain: false,
  };
}

/** The energy according to the readings alone, in Wh. */
export function measuredWh({ bankedWh, baseWh, last }: RegisterCount): number {
  return bankedWh + last.registerWh - baseWh;
}

/** True if a register may have moved so far from one reading to the next. */
export function follows(from: RegisterPoint, to: RegisterPoint, limits: MeterLimits): boolean {
  const stepWh = to.registerWh - from.registerWh;
  return stepWh >= 0 && stepWh <= ratedMaxWh(msBetween(from, to), limits);
}

/**
 * The longer of the two times by the charge point's clock and by ours. Some charge points' clocks stand still, and ours
 * does when an outage is caught up on.
 */
export function msBetween(from: RegisterPoint, to: RegisterPoint): number {
  return Math.max(to.at.getTime() - from.at.getTime(), to.receivedAt.getTime() - from.receivedAt.getTime());
}

export function latest(one: Date, other: Date): Date {
  return other.getTime() > one.getTime() ? other : one;
}
