import { HOUR_MS, MINUTE_MS } from '#kernel/durations.ts';
/** What decides whether a step of the register can be. */
export interface MeterLimits {
  /** Rated power of the connector; 0 where nobody knows it. */
  ratedW: number;
  /** When the charge point first said during the session that it has booted. */
  restartedAt: Date | null;
}

interface Point {
  registerWh: number;
  /** The charge point's time, and ours. */
  at: Date;
  receivedAt: Date;
}

/** Where the register has led so far, its readings taken in the order of their own time. */
export interface MeterPath {
  start: Point;
  /** Energy from before the latest restart of the register. */
  bankedWh: number;
  /** Where the register began to count since. */
  baseWh: number;
  /** The latest reading that was believed. */
  last: Point;
  /** One that does not follow from it: it counts once the next one agrees with it. */
  held: Point | undefined;
  /** The charge point's time of the latest reading, and until when there was time to deliver it. */
  seenAt: Date | undefined;
  heardAt: Date;
  isRestarted: boolean;
  /** What only a jump explains that nothing accounts for. */
  doubtedWh: number;
  /** What restarts would add without which the readings are explained as well. */
  eitherWh: number;
  /** A jump or a restart was concluded from readings alone. */
  isGuessed: boolean;
  /** The path before a restart: readings may go on from there after all. */
  before: MeterPath | undefined;
  /** The charge point has told of that restart, and the register stood below where it had begun. */
  isCertain: boolean;
}

interface StopReading {
  registerWh: number;
  at: Date;
  receivedAt: Date;
  /** OCPP 1.6 reason. */
  reason: string;
}

/** Meters round and clocks tick in whole seconds: so much more than rated power explains. */
const TOLERANCE_WH = 100;
const TOLERANCE_PERCENT = 110;
/** A last word that leaves less than one part in so many of what the samples say is none of this register. */
const HARDLY_ANYTHING = 100;
/** Some registers count whole kWh. */
const COARSEST_STEP_WH = 1000;
const WH_PER_W_MS_PERCENT = HOUR_MS * 100;
/** Hardly a connector delivers more; stands in where a connector's power is not known. */
const UNRATED_W = 500_000;
/** A charge point's clock may be behind ours by so much. */
const MAX_RESTART_BEHIND_MS = 10 * MINUTE_MS;
/** Reasons of a stop by which the charge point says that it was restarted. */
const RESTART_REASONS = new Set(['HardReset', 'PowerLoss', 'Reboot', 'SoftReset']);

/** The most that rated power delivers in so long. */
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

/** What the readings come to by themselves. */
export function measuredWh({ bankedWh, baseWh, last }: MeterPath): number {
  return bankedWh + last.registerWh - baseWh;
}

/**
 * Goes on to the next reading. One that is lower than the last, or higher than rated power explains, waits for the next: if
 * that follows from the last, the one between contradicts both and is dropped; if it bears the other out, the register
 * has jumped there.
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

/** Takes the charge point's last word, which nothing can bear out any more. Without one, a reading that still waits is doubted. */
export function finishPath(path: MeterPath, word: StopReading | undefined, limits: MeterLimits): MeterPath {
  const { start, last, held, eitherWh, isRestarted } = path;
  if (!word) {
    const waitingWh = held ? Math.max(0, held.registerWh - last.registerWh) : 0;
    return { ...path, doubtedWh: path.doubtedWh + waitingWh };
  }
  const at = latest(word.at, path.seenAt ?? word.at);
  const stop = { registerWh: word.registerWh, at, receivedAt: word.receivedAt };
  const end = { held: undefined, seenAt: at, heardAt: at };
  const isDown = stop.registerWh < last.registerWh;
  const riseWh = stop.registerWh - start.registerWh;
  const fits = riseWh >= 0 && riseWh <= ratedMaxWh(at.getTime() - start.at.getTime(), limits);
  const isWhole =
    fits &&
    !isHardlyAnything(path, stop) &&
    !(isDown && isToldRestart(path, stop, limits)) &&
    !isAfterStartOfZero(path, stop);
  const isSettled = isRestarted ? path.isCertain && follows(last, stop, limits) : isWhole;
  const back = isSettled ? undefined : backTo(path, stop, limits);
  if (back) return { ...back, ...end };
  const onWh = Math.max(measuredWh(path), measuredWh({ ...path, last: stop }));
  // With and without the restart both registers fit: the driver pays for the less.
  if (isWhole && (!isRestarted || (!isSettled && riseWh <= onWh))) {
    const moreWh = onWh - riseWh;
    return { ...pathFrom(start), ...end, last: stop, eitherWh, doubtedWh: moreWh > TOLERANCE_WH ? moreWh : 0 };
  }
  return isDown ? { ...fallTo(path, stop, word.reason, limits), ...end } : { ...path, ...end, last: stop };
}

/** Goes on from before the restart, if the reading follows from there. What the restart would add is in doubt, if it does so too. */
function backTo(path: MeterPath, reading: Point, limits: MeterLimits): MeterPath | undefined {
  const { before, last } = path;
  // One that is lower than the last is no more of the register before than of the one since.
  if (!before || reading.registerWh < last.registerWh || !follows(before.last, reading, limits)) return undefined;
  const plain = { ...before, last: reading };
  if (!follows(last, reading, limits)) return plain;
  const moreWh = Math.max(0, measuredWh({ ...path, last: reading }) - measuredWh(plain));
  return { ...plain, eitherWh: plain.eitherWh + moreWh, isGuessed: true };
}

/**
 * The start was reported as 0 and the register jumped from there to where it really stood. After some time rated power since the start
 * would explain the jump, but its energy was never delivered. Other jumps may be real, if the stop report says so too: of a register that
 * counts whole kWh, of a connector that delivers more than is known of it, or after a start that was reported late.
 */
function isAfterStartOfZero({ start, baseWh, isRestarted }: MeterPath, { registerWh }: Point): boolean {
  return !isRestarted && start.registerWh === 0 && baseWh > COARSEST_STEP_WH && registerWh >= baseWh;
}

/** Nothing, or kWh by mistake. */
function isHardlyAnything(path: MeterPath, { registerWh }: Point): boolean {
  const claimedWh = measuredWh(path);
  return claimedWh > TOLERANCE_WH && (registerWh - path.start.registerWh) * HARDLY_ANYTHING < claimedWh;
}

/** The last word is lower than the last reading: of a register that has restarted, or the end of one that was read too high. */
function fallTo(path: MeterPath, stop: Point, reason: string, limits: MeterLimits): MeterPath {
  const { last, held, baseWh } = path;
  const isLow = stop.registerWh < baseWh;
  const hasRestarted = isToldRestart(path, stop, limits) || (isLow && RESTART_REASONS.has(reason));
  if (hasRestarted) return { ...restart(path, stop, isLow ? sinceRestartWh(path, stop, limits) : 0), last: stop };
  if (!isLow && !isHardlyAnything(path, stop)) {
    const moreWh = last.registerWh - stop.registerWh;
    return { ...path, last: stop, doubtedWh: path.doubtedWh + (moreWh > TOLERANCE_WH ? moreWh : 0) };
  }
  if (held && isLow && stop.registerWh >= held.registerWh) return { ...stepDown(path, held, limits), last: stop };
  // Nobody has heard of a restart: the samples stand, and what the last word may mean is for a person.
  const sinceWh = isLow ? sinceRestartWh(path, stop, limits) : 0;
  return { ...path, doubtedWh: path.doubtedWh + sinceWh, isGuessed: true };
}

/** The register stands higher than rated power explains since the start: what lies in the jump is not counted. */
function stepUp(path: MeterPath, to: Point, heardAt: Date, limits: MeterLimits): MeterPath {
  const jumpWh = to.registerWh - path.last.registerWh;
  const maxWh = ratedMaxWh(heardAt.getTime() - path.start.at.getTime(), limits);
  if (measuredWh(path) + jumpWh <= maxWh) return path;
  return { ...path, baseWh: path.baseWh + jumpWh, doubtedWh: path.doubtedWh + jumpWh, isGuessed: true };
}

/**
 * The register stands lower than before. Where the charge point has told of it, or it is lower than where it began to count, it
 * has restarted: what was delivered before is kept and counting begins anew. Else it was read too high before.
 */
function stepDown(path: MeterPath, to: Point, limits: MeterLimits): MeterPath {
  const isLow = to.registerWh < path.baseWh;
  const sinceWh = isLow ? sinceRestartWh(path, to, limits) : 0;
  const before = { ...path, held: undefined, before: undefined };
  // Two streams of samples, one of them stamped too early, fall in the order of their stamps but not in that of their coming.
  const hasFallen = isLow || to.receivedAt > path.last.receivedAt;
  if (hasFallen && isToldRestart(path, to, limits)) return { ...restart(path, to, sinceWh), before, isCertain: isLow };
  if (!isLow) return path;
  return { ...restart(path, to, 0), doubtedWh: path.doubtedWh + sinceWh, isGuessed: true, before };
}

/**
 * After a boot a register has restarted that is lower than where it began to count; else only one that was heard of since
 * and has come from zero, since many outlive a boot.
 */
function isToldRestart(path: MeterPath, to: Point, limits: MeterLimits): boolean {
  if (!isAnnounced(to, limits)) return false;
  const isFromZero = to.registerWh <= ratedMaxWh(msBetween(path.last, to), limits);
  return to.registerWh < path.baseWh || (isFromZero && isHeardSince(to, limits));
}

/** `sinceWh`: what was delivered between the restart and the first reading after it. */
function restart(path: MeterPath, to: Point, sinceWh: number): MeterPath {
  const baseWh = to.registerWh - sinceWh;
  return { ...path, bankedWh: measuredWh(path), baseWh, isRestarted: true, before: undefined, isCertain: false };
}

/** What the register shows since it restarted at zero, if rated power could have delivered that; else nothing. */
function sinceRestartWh({ last }: MeterPath, to: Point, limits: MeterLimits): number {
  return to.registerWh <= ratedMaxWh(msBetween(last, to), limits) ? to.registerWh : 0;
}

function follows(from: Point, to: Point, limits: MeterLimits): boolean {
  const stepWh = to.registerWh - from.registerWh;
  return stepWh >= 0 && stepWh <= ratedMaxWh(msBetween(from, to), limits);
}

/** By the charge point's clock or by ours: the one stands still in some charge points, the other when an outage is caught up on. */
function msBetween(from: Point, to: Point): number {
  return Math.max(to.at.getTime() - from.at.getTime(), to.receivedAt.getTime() - from.receivedAt.getTime());
}

function isAnnounced({ at }: Point, { restartedAt }: MeterLimits): boolean {
  return restartedAt !== null && at.getTime() >= restartedAt.getTime() - MAX_RESTART_BEHIND_MS;
}

/** Whether it came after the boot: one that was heard before is no sign of it, unless nothing but a restart explains it. */
function isHeardSince({ receivedAt }: Point, { restartedAt }: MeterLimits): boolean {
  return restartedAt !== null && receivedAt >= restartedAt;
}

function latest(one: Date, other: Date): Date {
  return other.getTime() > one.getTime() ? other : one;
}
