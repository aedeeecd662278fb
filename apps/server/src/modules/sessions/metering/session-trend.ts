import { MIN_SPAN_MS, type RecentReadings } from './recent-readings.ts';
import {
  ABOVE_RATING,
  betweenSteps,
  energyIn,
  grainOf,
  ROUNDING_WH,
  roundness,
  spanBefore,
  spanOf,
  onOurClock,
  type TrendPoint,
} from './trend-points.ts';
import { maxSinceStep, measuredPower, reportedPower, risingPower } from './trend-power.ts';

/** The energy and power of a session at a moment, and their trend, estimated from its last readings. */
export interface SessionTrend {
  /** When the latest reading was taken, by our clock. */
  atMs: number;
  /** The earliest time at which energy is known to have flowed. Equal to `atMs` if none has. */
  flowsSinceMs: number;
  /** How long the register has stood still by then. */
  stoodMs: number;
  /** Energy at that moment. */
  energyWh: number;
  /** Power at that moment. Undefined until there are two readings. */
  powerW: number | undefined;
  /** By how many W the power falls each second. */
  sinkingWps: number;
}

/**
 * Estimates the energy and power of a session, and their trend. Power is the slope of the register, capped by the
 * rating, because some charge points report no power and some report too much. If the reported power agrees with the
 * slope it is used, because it is current while a slope lags.
 */
export function trendOf({ kept, count }: RecentReadings, ratedW: number): SessionTrend {
  const points = onOurClock(kept, ratedW);
  const last = points.length - 1;
  const { atMs, energyWh } = points[last] as TrendPoint;
  const flowsSinceMs = points.find((point) => point.energyWh > (points[0]?.energyWh ?? 0))?.atMs ?? atMs;
  const risen = points.findIndex((point) => point.energyWh === energyWh);
  const stoodMs = atMs - (points[risen]?.atMs ?? atMs);
  const trend = { atMs, flowsSinceMs, stoodMs, energyWh, powerW: undefined, sinkingWps: 0 };
  if (count < 2) return trend;
  const grainWh = grainOf(points);
  const from = spanBefore(points, risen, grainWh);
  const span = from === undefined ? undefined : spanOf(points, from, risen);
  if (from === undefined || !span) {
    const hasMoved = energyWh !== points[0]?.energyWh || atMs - points[0].atMs < MIN_SPAN_MS;
    return hasMoved ? trend : { ...trend, powerW: 0 };
  }
  const capW = ratedW > 0 ? ratedW * ABOVE_RATING : Number.POSITIVE_INFINITY;
  const slopeW = Math.min(span.powerW, capW);
  const sinceWh = energyIn(slopeW, stoodMs);
  // The register should have moved by now, so nothing flows.
  if (stoodMs >= MIN_SPAN_MS && sinceWh > 2 * roundness(points) + ROUNDING_WH) return { ...trend, powerW: 0 };
  const maxW = Math.min(capW, maxSinceStep(points, stoodMs));
  const heldW = Math.min(slopeW, maxW);
  const flowing = { ...trend, energyWh: grainWh > 1 ? betweenSteps(points.slice(from), heldW, grainWh) : energyWh };
  return {
    ...flowing,
    ...(risingPower(points.slice(0, risen + 1), grainWh, maxW) ??
      reportedPower(points, from, heldW, grainWh, capW) ??
      measuredPower(points, from, risen, heldW, grainWh)),
  };
}
