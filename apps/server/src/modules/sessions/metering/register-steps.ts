import {
  follows,
  latest,
  measuredWh,
  countFrom,
  ratedMaxWh,
  TOLERANCE_WH,
  type MeterLimits,
  type RegisterCount,
  type RegisterPoint,
} from './register-count.ts';
import { withoutRestart, isReportedRestart, restart, sinceRestartWh, jumpDown, jumpUp } from './register-restarts.ts';

interface StopReading {
  registerWh: number;
  at: Date;
  receivedAt: Date;
  /** OCPP 1.6 stop reason. */
  reason: string;
}

/** A final register below this fraction (1/100) of what the samples show is taken for another register. */
const NEGLIGIBLE_FRACTION = 100;
/** Some registers count whole kWh. */
const COARSEST_STEP_WH = 1000;
/** Stop reasons by which the charge point says that it restarted. */
const RESTART_REASONS = new Set(['HardReset', 'PowerLoss', 'Reboot', 'SoftReset']);

/**
 * Counts the next reading. A reading that is lower than the last, or higher than rated power explains, is held
 * until the next one. If the next follows from the last, the held reading is dropped. If the next agrees with the held
 * reading, the register has jumped there.
 */
export function countReading(
  count: RegisterCount,
  { registerWh, at, receivedAt }: RegisterPoint,
  limits: MeterLimits,
): RegisterCount {
  const { last, held } = count;
  const reading = { registerWh, at, receivedAt };
  const seen = {
    held: undefined,
    lastReadAt: at,
    lastReceivedAt: latest(count.lastReceivedAt, latest(at, receivedAt)),
  };
  const goesOn = follows(last, reading, limits);
  const back = goesOn && count.isCertain ? undefined : withoutRestart(count, reading, limits);
  if (back) return { ...back, ...seen };
  if (goesOn) return { ...count, ...seen, last: reading };
  if (!held) return { ...count, ...seen, held: reading };
  const isUp = held.registerWh > last.registerWh;
  const agrees = isUp ? registerWh >= held.registerWh : registerWh < last.registerWh && follows(held, reading, limits);
  if (!agrees) return { ...count, ...seen, held: reading };
  const jumped = isUp ? jumpUp(count, held, seen.lastReceivedAt, limits) : jumpDown(count, held, limits);
  return { ...jumped, ...seen, last: reading };
}

/**
 * Ends the count with the register of StopTransaction, which no later reading can confirm. Without one, a held reading
 * is doubted.
 */
export function countStopReading(
  count: RegisterCount,
  stopReading: StopReading | undefined,
  limits: MeterLimits,
): RegisterCount {
  const { start, last, held, eitherWh, isRestarted } = count;
  if (!stopReading) {
    const waitingWh = held ? Math.max(0, held.registerWh - last.registerWh) : 0;
    return { ...count, doubtedWh: count.doubtedWh + waitingWh };
  }
  const at = latest(stopReading.at, count.lastReadAt ?? stopReading.at);
  const stop = { registerWh: stopReading.registerWh, at, receivedAt: stopReading.receivedAt };
  const end = { held: undefined, lastReadAt: at, lastReceivedAt: at };
  const isDown = stop.registerWh < last.registerWh;
  const riseWh = stop.registerWh - start.registerWh;
  const fits = riseWh >= 0 && riseWh <= ratedMaxWh(at.getTime() - start.at.getTime(), limits);
  const isWhole =
    fits &&
    !isNegligible(count, stop) &&
    !(isDown && isReportedRestart(count, stop, limits)) &&
    !isAfterStartOfZero(count, stop);
  const isSettled = isRestarted ? count.isCertain && follows(last, stop, limits) : isWhole;
  const back = isSettled ? undefined : withoutRestart(count, stop, limits);
  if (back) return { ...back, ...end };
  const withRestartWh = Math.max(measuredWh(count), measuredWh({ ...count, last: stop }));
  // The readings fit with and without the restart, so the driver pays for the smaller energy.
  if (isWhole && (!isRestarted || (!isSettled && riseWh <= withRestartWh))) {
    const excessWh = withRestartWh - riseWh;
    return { ...countFrom(start), ...end, last: stop, eitherWh, doubtedWh: excessWh > TOLERANCE_WH ? excessWh : 0 };
  }
  return isDown
    ? { ...countLowerStop(count, stop, stopReading.reason, limits), ...end }
    : { ...count, ...end, last: stop };
}

/**
 * True if the start was reported as 0 and the register then jumped to its real value. After some time, rated power
 * since the start would explain that jump, but its energy was never delivered. Other jumps may be real if the stop
 * report agrees: a register that counts whole kWh, a connector with more power than we know of, or a start that was
 * reported late.
 */
function isAfterStartOfZero({ start, baseWh, isRestarted }: RegisterCount, { registerWh }: RegisterPoint): boolean {
  return !isRestarted && start.registerWh === 0 && baseWh > COARSEST_STEP_WH && registerWh >= baseWh;
}

/** True for a register of nothing, or one in kWh by mistake. */
function isNegligible(count: RegisterCount, { registerWh }: RegisterPoint): boolean {
  const claimedWh = measuredWh(count);
  return claimedWh > TOLERANCE_WH && (registerWh - count.start.registerWh) * NEGLIGIBLE_FRACTION < claimedWh;
}

/** Handles a final register below the last reading: the register has restarted, or an earlier reading was too high. */
function countLowerStop(count: RegisterCount, stop: RegisterPoint, reason: string, limits: MeterLimits): RegisterCount {
  const { last, held, baseWh } = count;
  const isLow = stop.registerWh < baseWh;
  const hasRestarted = isReportedRestart(count, stop, limits) || (isLow && RESTART_REASONS.has(reason));
  if (hasRestarted) return { ...restart(count, stop, isLow ? sinceRestartWh(count, stop, limits) : 0), last: stop };
  if (!isLow && !isNegligible(count, stop)) {
    const tooHighByWh = last.registerWh - stop.registerWh;
    return { ...count, last: stop, doubtedWh: count.doubtedWh + (tooHighByWh > TOLERANCE_WH ? tooHighByWh : 0) };
  }
  if (held && isLow && stop.registerWh >= held.registerWh) return { ...jumpDown(count, held, limits), last: stop };
  // No restart was reported, so the samples stand, and a person must judge the final register.
  const sinceWh = isLow ? sinceRestartWh(count, stop, limits) : 0;
  return { ...count, doubtedWh: count.doubtedWh + sinceWh, isGuessed: true };
}
