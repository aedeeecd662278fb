import { MINUTE_MS } from '#kernel/durations.ts';
import {
  follows,
  measuredWh,
  msBetween,
  ratedMaxWh,
  type MeterLimits,
  type RegisterCount,
  type RegisterPoint,
} from './register-count.ts';

/** A charge point's clock may be behind ours by this much. */
const MAX_RESTART_BEHIND_MS = 10 * MINUTE_MS;

/**
 * Returns the count from before the restart if the reading follows from there, else undefined. If it also follows with
 * the restart, what the restart adds is doubted.
 */
export function withoutRestart(
  count: RegisterCount,
  reading: RegisterPoint,
  limits: MeterLimits,
): RegisterCount | undefined {
  const { before, last } = count;
  // A reading below the last one fits neither the old register nor the new one.
  if (!before || reading.registerWh < last.registerWh || !follows(before.last, reading, limits)) return undefined;
  const plain = { ...before, last: reading };
  if (!follows(last, reading, limits)) return plain;
  const addedByRestartWh = Math.max(0, measuredWh({ ...count, last: reading }) - measuredWh(plain));
  return { ...plain, eitherWh: plain.eitherWh + addedByRestartWh, isGuessed: true };
}

/** Handles a register above what rated power explains since the start. The jump is not counted. */
export function jumpUp(
  count: RegisterCount,
  to: RegisterPoint,
  lastReceivedAt: Date,
  limits: MeterLimits,
): RegisterCount {
  const jumpWh = to.registerWh - count.last.registerWh;
  const maxWh = ratedMaxWh(lastReceivedAt.getTime() - count.start.at.getTime(), limits);
  if (measuredWh(count) + jumpWh <= maxWh) return count;
  return { ...count, baseWh: count.baseWh + jumpWh, doubtedWh: count.doubtedWh + jumpWh, isGuessed: true };
}

/**
 * Handles a register below the last reading. If the charge point reported a restart, or the register is below its base,
 * it has restarted: the energy so far is kept, and counting begins again. Otherwise an earlier reading was too high.
 */
export function jumpDown(count: RegisterCount, to: RegisterPoint, limits: MeterLimits): RegisterCount {
  const isLow = to.registerWh < count.baseWh;
  const sinceWh = isLow ? sinceRestartWh(count, to, limits) : 0;
  const before = { ...count, held: undefined, before: undefined };
  // Two series of samples, one with times that are too early, fall when sorted by their times but not in the order of
  // receipt.
  const hasFallen = isLow || to.receivedAt > count.last.receivedAt;
  if (hasFallen && isReportedRestart(count, to, limits))
    return { ...restart(count, to, sinceWh), before, isCertain: isLow };
  if (!isLow) return count;
  return { ...restart(count, to, 0), doubtedWh: count.doubtedWh + sinceWh, isGuessed: true, before };
}

/**
 * True for a restart that a boot explains. The register must be below its base, or have been received after the boot
 * and have come from zero, because many registers survive a boot.
 */
export function isReportedRestart(count: RegisterCount, to: RegisterPoint, limits: MeterLimits): boolean {
  if (!isAnnounced(to, limits)) return false;
  const isFromZero = to.registerWh <= ratedMaxWh(msBetween(count.last, to), limits);
  return to.registerWh < count.baseWh || (isFromZero && isReceivedSince(to, limits));
}

/** `sinceWh`: energy between the restart and the first reading after it. */
export function restart(count: RegisterCount, to: RegisterPoint, sinceWh: number): RegisterCount {
  const baseWh = to.registerWh - sinceWh;
  return { ...count, bankedWh: measuredWh(count), baseWh, isRestarted: true, before: undefined, isCertain: false };
}

/** The register's value since it restarted at zero, if rated power could have delivered that. Otherwise 0. */
export function sinceRestartWh({ last }: RegisterCount, to: RegisterPoint, limits: MeterLimits): number {
  return to.registerWh <= ratedMaxWh(msBetween(last, to), limits) ? to.registerWh : 0;
}

function isAnnounced({ at }: RegisterPoint, { restartedAt }: MeterLimits): boolean {
  return restartedAt !== null && at.getTime() >= restartedAt.getTime() - MAX_RESTART_BEHIND_MS;
}

/**
 * True if the reading was received after the boot. An earlier one does not show the restart unless nothing else
 * explains it.
 */
function isReceivedSince({ receivedAt }: RegisterPoint, { restartedAt }: MeterLimits): boolean {
  return restartedAt !== null && receivedAt >= restartedAt;
}
