import { HOUR_MS, MINUTE_MS } from '#kernel/durations.ts';

/** The facts about a connector that bound how its register may move. */
export interface MeterLimits {
  /** Rated power of the connector in W. 0 if unknown. */
  ratedW: number;
  /** When the charge point first reported a boot during the session. */
  restartedAt: Date | null;
}

interface Point {
  registerWh: number;
  /** The time by the charge point's clock, and the time of receipt by ours. */
  at: Date;
  receivedAt: Date;
}

/** The energy of a register over its readings so far, taken in the order of their own time. */
export interface MeterPath {
  start: Point;
  /** Energy from before the register's last restart. */
  bankedWh: number;
  /** The register's value when it began to count after that. */
  baseWh: number;
  /** The latest reading that was believed. */
  last: Point;
  /** A reading that does not follow from `last`. It counts once the next reading confirms it. */
  held: Point | undefined;
  /**
   * The charge point's time of the latest reading, and the latest time of receipt, which bounds the energy that can
   * have been delivered.
   */
  seenAt: Date | undefined;
  heardAt: Date;
  isRestarted: boolean;
  /** Energy that only an unexplained jump of the register accounts for. */
  doubtedWh: number;
  /** Energy that assumed restarts would add, although the readings can be explained without it. */
  eitherWh: number;
  /** True if a jump or a restart was concluded from readings alone. */
  isGuessed: boolean;
  /** The path before a restart, because later readings may show that there was none. */
  before: MeterPath | undefined;
  /** True if the charge point reported the restart and the register stood below its base. */
  isCertain: boolean;
}

interface StopReading {
  registerWh: number;
  at: Date;
  receivedAt: Date;
  /** OCPP 1.6 stop reason. */
  reason: string;
}

/** Tolerance on what rated power explains, because meters round and clocks tick in whole seconds. */
const TOLERANCE_WH = 100;
const TOLERANCE_PERCENT = 110;
/** A final register below this fraction (1/100) of what the samples show is taken for another register. */
const NEGLIGIBLE_FRACTION = 100;
/** Some registers count whole kWh. */
const COARSEST_STEP_WH = 1000;
const WH_PER_W_MS_PERCENT = HOUR_MS * 100;
/** Stands in for an unknown rating. Hardly any connector delivers more. */
const UNRATED_W = 500_000;
/** A charge point's clock may be behind ours by this much. */
const MAX_RESTART_BEHIND_MS = 10 * MINUTE_MS;
/** Stop reasons by which the charge point says that it restarted. */
const RESTART_REASONS = new Set(['HardReset', 'PowerLoss', 'Reboot', 'SoftReset']);

/** The most energy that rated power delivers in a time, in Wh. */
export function ratedMaxWh(ms: number, { ratedW }: MeterLimits): number {
  const watts = ratedW > 0 ? ratedW : UNRATED_W;
  return Math.floor((watts * Math.max(0, ms) * TOLERANCE_PERCENT) / WH_PER_W_MS_PERCENT) + TOLERANCE_WH;
}

export function pathFrom({ registerWh, at }: { registerWh: number; at: Date }): MeterPath {
  const start = { registerWh, at, receivedAt: at };
  return {
    start,
    bankedWh: 0,
    baseWh: registerWh,
    last: start,
    held: undefined,
    seenAt: undefined,
    heardAt: at,
    isRestarted: false,
    doubtedWh: 0,
    eitherWh: 0,
    isGuessed: false,
    before: undefined,
    isCertain: false,
  };
}

/** The energy according to the readings alone, in Wh. */
export function measuredWh({ bankedWh, baseWh, last }: MeterPath): number {
  return bankedWh + last.registerWh - baseWh;
}

/**
 * Advances to the next reading. A reading that is lower than the last, or higher than rated power explains, is held
 * until the next one. If the next follows from the last, the held reading is dropped. If the next agrees with the held
 * reading, the register has jumped there.
 */
export function stepPath(path: MeterPath, { registerWh, at, receivedAt }: Point, limits: MeterLimits): MeterPath {
  const { last, held } = path;
  const reading = { registerWh, at, receivedAt };
  const seen = { held: undefined, seenAt: at, heardAt: latest(path.heardAt, latest(at, receivedAt)) };
  const goesOn = follows(last, reading, limits);
  const back = goesOn && path.isCertain ? undefined : backTo(path, reading, limits);
  if (back) return { ...back, ...seen };
  if (goesOn) return { ...path, ...seen, last: reading };
  if (!held) return { ...path, ...seen, held: reading };
  const isUp = held.registerWh > last.registerWh;
  const agrees = isUp ? registerWh >= held.registerWh : registerWh < last.registerWh && follows(held, reading, limits);
  if (!agrees) return { ...path, ...seen, held: reading };
  const jumped = isUp ? stepUp(path, held, seen.heardAt, limits) : stepDown(path, held, limits);
  return { ...jumped, ...seen, last: reading };
}

/**
 * Ends the path with the register of StopTransaction, which no later reading can confirm. Without one, a held reading
 * is doubted.
 */
export function finishPath(path: MeterPath, stopReading: StopReading | undefined, limits: MeterLimits): MeterPath {
  const { start, last, held, eitherWh, isRestarted } = path;
  if (!stopReading) {
    const waitingWh = held ? Math.max(0, held.registerWh - last.registerWh) : 0;
    return { ...path, doubtedWh: path.doubtedWh + waitingWh };
  }
  const at = latest(stopReading.at, path.seenAt ?? stopReading.at);
  const stop = { registerWh: stopReading.registerWh, at, receivedAt: stopReading.receivedAt };
  const end = { held: undefined, seenAt: at, heardAt: at };
  const isDown = stop.registerWh < last.registerWh;
  const riseWh = stop.registerWh - start.registerWh;
  const fits = riseWh >= 0 && riseWh <= ratedMaxWh(at.getTime() - start.at.getTime(), limits);
  const isWhole =
    fits &&
    !isNegligible(path, stop) &&
    !(isDown && isReportedRestart(path, stop, limits)) &&
    !isAfterStartOfZero(path, stop);
  const isSettled = isRestarted ? path.isCertain && follows(last, stop, limits) : isWhole;
  const back = isSettled ? undefined : backTo(path, stop, limits);
  if (back) return { ...back, ...end };
  const withRestartWh = Math.max(measuredWh(path), measuredWh({ ...path, last: stop }));
  // The readings fit with and without the restart, so the driver pays for the smaller energy.
  if (isWhole && (!isRestarted || (!isSettled && riseWh <= withRestartWh))) {
    const excessWh = withRestartWh - riseWh;
    return { ...pathFrom(start), ...end, last: stop, eitherWh, doubtedWh: excessWh > TOLERANCE_WH ? excessWh : 0 };
  }
  return isDown ? { ...fallTo(path, stop, stopReading.reason, limits), ...end } : { ...path, ...end, last: stop };
}

/**
 * Returns the path from before the restart if the reading follows from there, else undefined. If it also follows with
 * the restart, what the restart adds is doubted.
 */
function backTo(path: MeterPath, reading: Point, limits: MeterLimits): MeterPath | undefined {
  const { before, last } = path;
  // A reading below the last one fits neither the old register nor the new one.
  if (!before || reading.registerWh < last.registerWh || !follows(before.last, reading, limits)) return undefined;
  const plain = { ...before, last: reading };
  if (!follows(last, reading, limits)) return plain;
  const addedByRestartWh = Math.max(0, measuredWh({ ...path, last: reading }) - measuredWh(plain));
  return { ...plain, eitherWh: plain.eitherWh + addedByRestartWh, isGuessed: true };
}

/**
 * True if the start was reported as 0 and the register then jumped to its real value. After some time, rated power
 * since the start would explain that jump, but its energy was never delivered. Other jumps may be real if the stop
 * report agrees: a register that counts whole kWh, a connector with more power than we know of, or a start that was
 * reported late.
 */
function isAfterStartOfZero({ start, baseWh, isRestarted }: MeterPath, { registerWh }: Point): boolean {
  return !isRestarted && start.registerWh === 0 && baseWh > COARSEST_STEP_WH && registerWh >= baseWh;
}

/** True for a register of nothing, or one in kWh by mistake. */
function isNegligible(path: MeterPath, { registerWh }: Point): boolean {
  const claimedWh = measuredWh(path);
  return claimedWh > TOLERANCE_WH && (registerWh - path.start.registerWh) * NEGLIGIBLE_FRACTION < claimedWh;
}

/** Handles a final register below the last reading: the register has restarted, or an earlier reading was too high. */
function fallTo(path: MeterPath, stop: Point, reason: string, limits: MeterLimits): MeterPath {
  const { last, held, baseWh } = path;
  const isLow = stop.registerWh < baseWh;
  const hasRestarted = isReportedRestart(path, stop, limits) || (isLow && RESTART_REASONS.has(reason));
  if (hasRestarted) return { ...restart(path, stop, isLow ? sinceRestartWh(path, stop, limits) : 0), last: stop };
  if (!isLow && !isNegligible(path, stop)) {
    const tooHighByWh = last.registerWh - stop.registerWh;
    return { ...path, last: stop, doubtedWh: path.doubtedWh + (tooHighByWh > TOLERANCE_WH ? tooHighByWh : 0) };
  }
  if (held && isLow && stop.registerWh >= held.registerWh) return { ...stepDown(path, held, limits), last: stop };
  // No restart was reported, so the samples stand, and a person must judge the final register.
  const sinceWh = isLow ? sinceRestartWh(path, stop, limits) : 0;
  return { ...path, doubtedWh: path.doubtedWh + sinceWh, isGuessed: true };
}

/** Handles a register above what rated power explains since the start. The jump is not counted. */
function stepUp(path: MeterPath, to: Point, heardAt: Date, limits: MeterLimits): MeterPath {
  const jumpWh = to.registerWh - path.last.registerWh;
  const maxWh = ratedMaxWh(heardAt.getTime() - path.start.at.getTime(), limits);
  if (measuredWh(path) + jumpWh <= maxWh) return path;
  return { ...path, baseWh: path.baseWh + jumpWh, doubtedWh: path.doubtedWh + jumpWh, isGuessed: true };
}

/**
 * Handles a register below the last reading. If the charge point reported a restart, or the register is below its base,
 * it has restarted: the energy so far is kept, and counting begins again. Otherwise an earlier reading was too high.
 */
function stepDown(path: MeterPath, to: Point, limits: MeterLimits): MeterPath {
  const isLow = to.registerWh < path.baseWh;
  const sinceWh = isLow ? sinceRestartWh(path, to, limits) : 0;
  const before = { ...path, held: undefined, before: undefined };
  // Two series of samples, one with times that are too early, fall when sorted by their times but not in the order of
  // receipt.
  const hasFallen = isLow || to.receivedAt > path.last.receivedAt;
  if (hasFallen && isReportedRestart(path, to, limits))
    return { ...restart(path, to, sinceWh), before, isCertain: isLow };
  if (!isLow) return path;
  return { ...restart(path, to, 0), doubtedWh: path.doubtedWh + sinceWh, isGuessed: true, before };
}

/**
 * True for a restart that a boot explains. The register must be below its base, or have been received after the boot
 * and have come from zero, because many registers survive a boot.
 */
function isReportedRestart(path: MeterPath, to: Point, limits: MeterLimits): boolean {
  if (!isAnnounced(to, limits)) return false;
  const isFromZero = to.registerWh <= ratedMaxWh(msBetween(path.last, to), limits);
  return to.registerWh < path.baseWh || (isFromZero && isReceivedSince(to, limits));
}

/** `sinceWh`: energy between the restart and the first reading after it. */
function restart(path: MeterPath, to: Point, sinceWh: number): MeterPath {
  const baseWh = to.registerWh - sinceWh;
  return { ...path, bankedWh: measuredWh(path), baseWh, isRestarted: true, before: undefined, isCertain: false };
}

/** The register's value since it restarted at zero, if rated power could have delivered that. Otherwise 0. */
function sinceRestartWh({ last }: MeterPath, to: Point, limits: MeterLimits): number {
  return to.registerWh <= ratedMaxWh(msBetween(last, to), limits) ? to.registerWh : 0;
}

function follows(from: Point, to: Point, limits: MeterLimits): boolean {
  const stepWh = to.registerWh - from.registerWh;
  return stepWh >= 0 && stepWh <= ratedMaxWh(msBetween(from, to), limits);
}

/**
 * The longer of the two times by the charge point's clock and by ours. Some charge points' clocks stand still, and ours
 * does when an outage is caught up on.
 */
function msBetween(from: Point, to: Point): number {
  return Math.max(to.at.getTime() - from.at.getTime(), to.receivedAt.getTime() - from.receivedAt.getTime());
}

function isAnnounced({ at }: Point, { restartedAt }: MeterLimits): boolean {
  return restartedAt !== null && at.getTime() >= restartedAt.getTime() - MAX_RESTART_BEHIND_MS;
}

/**
 * True if the reading was received after the boot. An earlier one does not show the restart unless nothing else
 * explains it.
 */
function isReceivedSince({ receivedAt }: Point, { restartedAt }: MeterLimits): boolean {
  return restartedAt !== null && receivedAt >= restartedAt;
}

function latest(one: Date, other: Date): Date {
  return other.getTime() > one.getTime() ? other : one;
}
