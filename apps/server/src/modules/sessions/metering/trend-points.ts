import { HOUR_MS, SECOND_MS } from '#kernel/durations.ts';
import { aheadMsByContext } from './clock-ahead.ts';
import { MIN_SPAN_MS, START, type RecentReading } from './recent-readings.ts';

/** A reading with its time by our clock. */
export interface TrendPoint {
  atMs: number;
  energyWh: number;
  powerW: number | undefined;
  isStart: boolean;
}

const GOOD_SPAN_MS = 5 * SECOND_MS;
/** A slope must span this many steps of the register, or rounding would distort it. */
export const MIN_STEPS = 8;
/** A register may run a little above the rating. */
export const ABOVE_RATING = 1.1;
export const ROUNDING_WH = 5;

/**
 * Converts readings to our clock. For each reading context, the reading with the smallest delay gives the offset
 * between the two clocks. Periodic samples have their own offset, because some firmware stamps them with the start of
 * their interval. A time by which rated power cannot have delivered the energy is not believed.
 */
export function onOurClock(readings: readonly RecentReading[], ratedW: number): TrendPoint[] {
  const ahead = aheadMsByContext(readings);
  const points: TrendPoint[] = [];
  for (const { atMs, receivedAtMs, context, energyWh, powerW } of readings) {
    const before = points.at(-1);
    const stamped = atMs + (ahead.get(context) ?? 0);
    const earliest = before ? before.atMs + earliestMs(energyWh - before.energyWh - ROUNDING_WH, ratedW) : stamped;
    const ms = stamped < earliest ? (receivedAtMs ?? earliest) : stamped;
    points.push({ atMs: Math.max(ms, before?.atMs ?? ms), energyWh, powerW, isStart: context === START });
  }
  return points;
}

function earliestMs(energyWh: number, ratedW: number): number {
  return ratedW > 0 ? Math.max(0, (energyWh / (ratedW * ABOVE_RATING)) * HOUR_MS) : 0;
}

/** The step in which a coarse register counts, in Wh. Two round readings may be a coincidence. */
export function grainOf(points: TrendPoint[]): number {
  const values = new Set(points.map(({ energyWh }) => energyWh));
  const grainWh = roundness(points);
  return values.size > 2 ? grainWh : Math.min(100, grainWh);
}

/** The largest round number that divides every reading. */
export function roundness(points: TrendPoint[]): number {
  return [1000, 100, 10].find((grain) => points.every(({ energyWh }) => energyWh % grain === 0)) ?? 1;
}

/**
 * The energy that a coarse register has counted by now. The register began somewhere within a step and is somewhere
 * within one, so this is midway between the lowest and the highest values that the slope gives from each reading.
 */
export function betweenSteps(points: TrendPoint[], slopeW: number, grainWh: number): number {
  const atMs = points.at(-1)?.atMs ?? 0;
  const ledTo = points.map((point) => point.energyWh + energyIn(slopeW, atMs - point.atMs));
  const midway = (Math.min(...ledTo) + Math.max(...ledTo)) / 2;
  // Readings from before energy flowed would give too low a value.
  return Math.max(midway, (points.at(-1)?.energyWh ?? 0) - grainWh);
}

/** Index of the reading from which the slope up to the last rise of the register is measured. */
export function spanBefore(points: TrendPoint[], risen: number, grainWh: number): number | undefined {
  let best: number | undefined;
  for (let from = risen - 1; from >= 0; from -= 1) {
    // A coarse register's value is exact only when it ticks, which is at the first reading of each value.
    const isTick = from === 0 || points[from - 1]?.energyWh !== points[from]?.energyWh;
    if (grainWh > 1 && !isTick) continue;
    const span = spanOf(points, from, risen);
    if (!span || span.ms < MIN_SPAN_MS) continue;
    // A session begins between two ticks, and maybe some time before energy flows.
    if (grainWh > 1 && points[from]?.isStart && best !== undefined) break;
    best = from;
    if (span.energyWh >= MIN_STEPS * grainWh && span.ms >= GOOD_SPAN_MS) break;
  }
  return best;
}

export function spanOf(
  points: TrendPoint[],
  from: number,
  to: number,
): { ms: number; energyWh: number; powerW: number } | undefined {
  const [a, b] = [points[from], points[to]];
  if (!a || !b || b.atMs <= a.atMs) return undefined;
  const [ms, energyWh] = [b.atMs - a.atMs, b.energyWh - a.energyWh];
  return { ms, energyWh, powerW: (energyWh / ms) * HOUR_MS };
}

/** Energy in Wh at a constant power over a time. */
export function energyIn(powerW: number, ms: number): number {
  return (powerW * ms) / HOUR_MS;
}
