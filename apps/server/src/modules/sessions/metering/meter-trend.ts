import { SECOND_MS, HOUR_MS } from '#kernel/durations.ts';

/** A reading of a running session, as received. Times are in milliseconds. */
export interface RecentReading {
  /** The charge point's own time. */
  atMs: number;
  /** Unknown only for a start that was received by an earlier run of the server. */
  receivedAtMs: number | undefined;
  /** OCPP 1.6 reading context. The start is Transaction.Begin. */
  context: string;
  energyWh: number;
  /** As the charge point reports it. */
  powerW?: number | undefined;
}

/** The last readings of a session. Of readings with the same energy, only the first and the last are kept. */
export interface RecentReadings {
  kept: readonly RecentReading[];
  /** Number of readings since the start. */
  count: number;
}

/** The energy and power of a session at a moment, and their trend, estimated from its last readings. */
export interface MeterTrend {
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

/** The reading context of the start. */
const START = 'Transaction.Begin';
const MAX_READINGS = 32;
/**
 * Readings closer together than this give no power, because meters are read in turn and clocks tick in whole seconds.
 */
const MIN_SPAN_MS = 3 * SECOND_MS;
const GOOD_SPAN_MS = 5 * SECOND_MS;
const CLOCK_STEP_MS = SECOND_MS;
/** A slope must span this many steps of the register, or rounding would distort it. */
const MIN_STEPS = 8;
/** Power usually rises evenly for this long after energy begins to flow. */
const USUAL_RAMP_MS = 8 * SECOND_MS;
/** Falling power is measured between two spans of this length. Shorter spans are too inaccurate. */
const MIN_TREND_MS = 20 * SECOND_MS;
/** A register may run a little above the rating. */
const ABOVE_RATING = 1.1;
/** The reported power is used if it differs from the register's slope by no more than this share. */
const AGREEMENT = 0.1;
/** For a coarse register a larger difference is allowed, up to this share. */
const MAX_DISAGREEMENT = 0.5;
const ROUNDING_WH = 5;

/** The readings of a session that has just started. */
export function readingsFrom(atMs: number, receivedAtMs: number | undefined): RecentReadings {
  return { kept: [{ atMs, receivedAtMs, context: START, energyWh: 0 }], count: 0 };
}

/** Adds a reading. A late one from an outage changes nothing. */
export function withReading(readings: RecentReadings, reading: RecentReading): RecentReadings {
  const { kept, count } = readings;
  const [first, last] = kept.slice(-2);
  const latest = last ?? first;
  // The first sample after the start may have the start's time. It says that nothing has flowed yet.
  const isFirst = latest?.context === START && reading.context !== START;
  if (latest && !isFirst && reading.atMs <= latest.atMs && reading.energyWh <= latest.energyWh) return readings;
  // The charge point's clock was set back, or its register was corrected. Earlier readings say nothing about now.
  const isAnew = latest && (reading.energyWh < latest.energyWh || isSetBack(kept, reading));
  if (isAnew) return { kept: [reading], count: 1 };
  const isSame = last && first?.energyWh === reading.energyWh && last.energyWh === reading.energyWh;
  return { kept: [...(isSame ? kept.slice(0, -1) : kept), reading].slice(-MAX_READINGS), count: count + 1 };
}

function isSetBack(kept: readonly RecentReading[], { atMs, context }: RecentReading): boolean {
  const same = kept.findLast((reading) => reading.context === context);
  return same !== undefined && atMs < same.atMs;
}

/** How far our clock is ahead of the charge point's. */
export function clockAheadMs({ kept }: RecentReadings): number {
  return Math.min(...leadsOf(kept).values());
}

/**
 * Estimates the energy and power of a session, and their trend. Power is the slope of the register, capped by the
 * rating, because some charge points report no power and some report too much. If the reported power agrees with the
 * slope it is used, because it is current while a slope lags.
 */
export function trendOf({ kept, count }: RecentReadings, ratedW: number): MeterTrend {
  const points = timed(kept, ratedW);
  const last = points.length - 1;
  const { atMs, energyWh } = points[last] as Point;
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

/**
 * The most power that may flow while a coarse register stands still: one step in the time since the last one, with a
 * tolerance for clocks of whole seconds.
 */
function maxSinceStep(points: Point[], stoodMs: number): number {
  const stepWh = roundness(points);
  const ms = stoodMs - CLOCK_STEP_MS;
  return stepWh > 1 && ms > 0 ? (stepWh / ms) * HOUR_MS : Number.POSITIVE_INFINITY;
}

interface Point {
  atMs: number;
  energyWh: number;
  powerW: number | undefined;
  isStart: boolean;
}

/**
 * Converts readings to our clock. For each reading context, the reading with the smallest delay gives the offset
 * between the two clocks. Periodic samples have their own offset, because some firmware stamps them with the start of
 * their interval. A time by which rated power cannot have delivered the energy is not believed.
 */
function timed(readings: readonly RecentReading[], ratedW: number): Point[] {
  const leads = leadsOf(readings);
  const points: Point[] = [];
  for (const { atMs, receivedAtMs, context, energyWh, powerW } of readings) {
    const before = points.at(-1);
    const stamped = atMs + (leads.get(context) ?? 0);
    const earliest = before ? before.atMs + earliestMs(energyWh - before.energyWh - ROUNDING_WH, ratedW) : stamped;
    const ms = stamped < earliest ? (receivedAtMs ?? earliest) : stamped;
    points.push({ atMs: Math.max(ms, before?.atMs ?? ms), energyWh, powerW, isStart: context === START });
  }
  return points;
}

function earliestMs(energyWh: number, ratedW: number): number {
  return ratedW > 0 ? Math.max(0, (energyWh / (ratedW * ABOVE_RATING)) * HOUR_MS) : 0;
}

/** How far our clock is ahead of the charge point's, for each reading context. */
function leadsOf(readings: readonly RecentReading[]): Map<string, number> {
  const kinds = new Map<string, { leadMs: number; gapMs: number; lastAtMs: number }>();
  for (const { atMs, receivedAtMs, context } of readings) {
    const wayMs = receivedAtMs === undefined ? Number.POSITIVE_INFINITY : receivedAtMs - atMs;
    const kind = kinds.get(context);
    if (!kind) {
      kinds.set(context, { leadMs: wayMs, gapMs: Number.POSITIVE_INFINITY, lastAtMs: atMs });
      continue;
    }
    kind.leadMs = Math.min(kind.leadMs, wayMs);
    if (atMs > kind.lastAtMs) kind.gapMs = Math.min(kind.gapMs, atMs - kind.lastAtMs);
    kind.lastAtMs = atMs;
  }
  const known = Math.min(...Array.from(kinds.values(), ({ leadMs }) => leadMs));
  // If only the start is known, its time has to do.
  const min = Number.isFinite(known) ? known : 0;
  const leads = new Map<string, number>();
  for (const [context, { leadMs, gapMs }] of kinds) {
    // A delay of more than half an interval is not the network: the time is that of the interval's start.
    const isShifted = context === 'Sample.Periodic' && leadMs - min >= Math.min(gapMs / 2, MIN_SPAN_MS);
    // If the charge point's clock was ahead, the start was stored with its time of receipt.
    if (context === START) leads.set(context, Math.max(0, min));
    else if (!isShifted) leads.set(context, min);
    else if (leadMs >= min + gapMs && leadMs < min + gapMs + MIN_SPAN_MS) leads.set(context, min + gapMs);
    else leads.set(context, leadMs);
  }
  return leads;
}

/** The step in which a coarse register counts, in Wh. Two round readings may be a coincidence. */
function grainOf(points: Point[]): number {
  const values = new Set(points.map(({ energyWh }) => energyWh));
  const grainWh = roundness(points);
  return values.size > 2 ? grainWh : Math.min(100, grainWh);
}

/** The largest round number that divides every reading. */
function roundness(points: Point[]): number {
  return [1000, 100, 10].find((grain) => points.every(({ energyWh }) => energyWh % grain === 0)) ?? 1;
}

/**
 * The energy that a coarse register has counted by now. The register began somewhere within a step and is somewhere
 * within one, so this is midway between the lowest and the highest values that the slope gives from each reading.
 */
function betweenSteps(points: Point[], slopeW: number, grainWh: number): number {
  const atMs = points.at(-1)?.atMs ?? 0;
  const ledTo = points.map((point) => point.energyWh + energyIn(slopeW, atMs - point.atMs));
  const midway = (Math.min(...ledTo) + Math.max(...ledTo)) / 2;
  // Readings from before energy flowed would give too low a value.
  return Math.max(midway, (points.at(-1)?.energyWh ?? 0) - grainWh);
}

/** Index of the reading from which the slope up to the last rise of the register is measured. */
function spanBefore(points: Point[], risen: number, grainWh: number): number | undefined {
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

function spanOf(
  points: Point[],
  from: number,
  to: number,
): { ms: number; energyWh: number; powerW: number } | undefined {
  const [a, b] = [points[from], points[to]];
  if (!a || !b || b.atMs <= a.atMs) return undefined;
  const [ms, energyWh] = [b.atMs - a.atMs, b.energyWh - a.energyWh];
  return { ms, energyWh, powerW: (energyWh / ms) * HOUR_MS };
}

type Power = Pick<MeterTrend, 'powerW' | 'sinkingWps'>;

/**
 * The power of a session whose power still rises. Its energy grows with the square of the time since it began to flow.
 */
function risingPower(points: Point[], grainWh: number, capW: number): Power | undefined {
  // Readings that begin in mid-session do not show when its power began to flow.
  if (!points[0]?.isStart) return undefined;
  const firstIndex = points.findIndex((point) => point.energyWh > 0);
  const [still, first, last] = [points[firstIndex - 1], points[firstIndex], points.at(-1)];
  if (!still || !first || !last) return undefined;
  const risenWh = (point: Point) => point.energyWh - still.energyWh;
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
function reportedPower(
  points: Point[],
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
function measuredPower(points: Point[], from: number, risen: number, slopeW: number, grainWh: number): Power {
  const span = spanOf(points, from, risen);
  const earlier = spanBefore(points, from, grainWh);
  const before = earlier === undefined || points[earlier]?.isStart ? undefined : spanOf(points, earlier, from);
  if (!span || !before || Math.min(span.ms, before.ms) < MIN_TREND_MS) return { powerW: slopeW, sinkingWps: 0 };
  const sinkingWps = Math.max(0, ((before.powerW - slopeW) / ((span.ms + before.ms) / 2)) * 1000);
  return { powerW: Math.max(slopeW / 2, slopeW - (sinkingWps * span.ms) / 2000), sinkingWps };
}

/** Energy in Wh at a constant power over a time. */
function energyIn(powerW: number, ms: number): number {
  return (powerW * ms) / HOUR_MS;
}
