import { HOUR_MS, SECOND_MS } from '#kernel/durations.ts';
import { MIN_SPAN_MS } from './recent-readings.ts';
import { MIN_STEPS, roundness, spanBefore, spanOf, type TrendPoint } from './trend-points.ts';

/** The power of a session at the latest reading, and by how many W it falls each second. */
export interface Power {
  powerW: number;
  sinkingWps: number;
}

const CLOCK_STEP_MS = SECOND_MS;
/** Power usually rises evenly for this long after energy begins to flow. */
const USUAL_RAMP_MS = 8 * SECOND_MS;
/** Falling power is measured between two spans of this length. Shorter spans are too inaccurate. */
const MIN_TREND_MS = 20 * SECOND_MS;
/** The reported power is used if it differs from the register's slope by no more than this share. */
const AGREEMENT = 0.1;
/** For a coarse register a larger difference is allowed, up to this share. */
const MAX_DISAGREEMENT = 0.5;

/**
 * The power of a session whose power still rises. Its energy grows with the square of the time since it began to flow.
 */
export function risingPower(points: TrendPoint[], grainWh: number, capW: number): Power | undefined {
  // Readings that begin in mid-session do not show when its power began to flow.
  if (!points[0]?.isStart) return undefined;
  const firstIndex = points.findIndex((point) => point.energyWh > 0);
  const [still, first, last] = [points[firstIndex - 1], points[firstIndex], points.at(-1)];
  if (!still || !first || !last) return undefined;
  const risenWh = (point: TrendPoint) => point.energyWh - still.energyWh;
  if (risenWh(last) < MIN_STEPS * grainWh) return undefined;
  const times = Math.sqrt(risenWh(last) / risenWh(first));
  // Two readings of nearly the same moment do not show when it began. The earliest possible beginning gives the
  // smallest rise.
  const isSpread = times > 1 && last.atMs - first.atMs >= MIN_SPAN_MS;
  const beganAtMs = isSpread ? Math.max(still.atMs, (times * first.atMs - last.atMs) / (times - 1)) : still.atMs;
  const ms = last.atMs - beganAtMs;
  if (ms <= 0 || ms > USUAL_RAMP_MS) return undefined;
  return { powerW: Math.min(capW, 2 * (risenWh(last) / ms) * HOUR_MS), sinkingWps: 0 };
}

/** The charge point's reported power, if it agrees with the register over the same span. */
export function reportedPower(
  points: TrendPoint[],
  from: number,
  slopeW: number,
  grainWh: number,
  capW: number,
): Power | undefined {
  const withPower = points.slice(from).filter((point) => point.powerW !== undefined);
  const [first, last] = [withPower[0], withPower.at(-1)];
  if (!first || !last || last !== points.at(-1)) return undefined;
  let wattMs = 0;
  for (const [index, point] of withPower.entries()) {
    const before = withPower[index - 1];
    if (before) wattMs += (((point.powerW ?? 0) + (before.powerW ?? 0)) / 2) * (point.atMs - before.atMs);
  }
  const ms = last.atMs - first.atMs;
  const nowW = last.powerW ?? 0;
  const meanW = ms > 0 ? wattMs / ms : nowW;
  const spanMs = last.atMs - (points[from]?.atMs ?? last.atMs);
  const roundingW = (grainWh / Math.max(spanMs, 1)) * HOUR_MS;
  const allowedW = Math.min(slopeW * AGREEMENT + roundingW, slopeW * MAX_DISAGREEMENT);
  if (Math.abs(meanW - slopeW) > allowedW) return undefined;
  const sinking = ms >= MIN_SPAN_MS ? (((first.powerW ?? 0) - nowW) / ms) * 1000 : 0;
  return { powerW: Math.min(nowW, capW), sinkingWps: Math.max(0, sinking) };
}

/** The slope, and how fast it falls if two long spans show that. The slope of a span is the power in its middle. */
export function measuredPower(
  points: TrendPoint[],
  from: number,
  risen: number,
  slopeW: number,
  grainWh: number,
): Power {
  const span = spanOf(points, from, risen);
  const earlier = spanBefore(points, from, grainWh);
  const before = earlier === undefined || points[earlier]?.isStart ? undefined : spanOf(points, earlier, from);
  if (!span || !before || Math.min(span.ms, before.ms) < MIN_TREND_MS) return { powerW: slopeW, sinkingWps: 0 };
  const sinkingWps = Math.max(0, ((before.powerW - slopeW) / ((span.ms + before.ms) / 2)) * 1000);
  return { powerW: Math.max(slopeW / 2, slopeW - (sinkingWps * span.ms) / 2000), sinkingWps };
}

/**
 * The most power that may flow while a coarse register stands still: one step in the time since the last one, with a
 * tolerance for clocks of whole seconds.
 */
export function maxSinceStep(points: TrendPoint[], stoodMs: number): number {
  const stepWh = roundness(points);
  const ms = stoodMs - CLOCK_STEP_MS;
  return stepWh > 1 && ms > 0 ? (stepWh / ms) * HOUR_MS : Number.POSITIVE_INFINITY;
}
