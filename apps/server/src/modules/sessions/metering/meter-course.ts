import { SECOND_MS, HOUR_MS } from '#kernel/durations.ts';
/** A reading of a running session as it came in; times in milliseconds. */
export interface CourseReading {
  /** The charge point's own time. */
  atMs: number;
  /** Unknown only of a start that an earlier server took. */
  receivedAtMs: number | undefined;
  /** OCPP 1.6 reading context; the start is Transaction.Begin. */
  context: string;
  energyWh: number;
  /** As the charge point reports it. */
  powerW?: number | undefined;
}

/** The last readings of a session: of those that show the same energy the first and the last. */
export interface CourseReadings {
  kept: readonly CourseReading[];
  /** How many came since the start. */
  count: number;
}

/** Where a session stands and where it is going, as far as its last readings tell. */
export interface MeterCourse {
  /** When the latest reading was taken, by our clock. */
  atMs: number;
  /** When energy was first seen to have flowed, as far back as is known; the same as `atMs` where none has. */
  flowsSinceMs: number;
  /** For how long the register has stood still by then. */
  stoodMs: number;
  /** Energy at that moment. */
  energyWh: number;
  /** Power at that moment; undefined before two readings. */
  powerW: number | undefined;
  /** By how many W it falls each second. */
  sinkingWps: number;
}

/** The reading context of the start. */
const START = 'Transaction.Begin';
const MAX_COURSE_READINGS = 32;
/** Meters are read in turn and clocks tick in whole seconds: a shorter time between two readings tells no power. */
const MIN_SPAN_MS = 3 * SECOND_MS;
const GOOD_SPAN_MS = 5 * SECOND_MS;
const CLOCK_STEP_MS = SECOND_MS;
/** A slope is measured over so many steps of the register, or its rounding would be a good part of it. */
const MIN_STEPS = 8;
/** Power rises evenly for about so long once energy flows. */
const USUAL_RAMP_MS = 8 * SECOND_MS;
/** Power that sinks shows between two spans of so long; in shorter ones it is lost in their inaccuracy. */
const MIN_TREND_MS = 20 * SECOND_MS;
/** A register may run a little above the rating. */
const ABOVE_RATING = 1.1;
/** The reported power is believed where it differs from the register's slope by no more than this. */
const AGREEMENT = 0.1;
/** However coarse the register, the reported power differs by no more than this share. */
const MAX_DISAGREEMENT = 0.5;
const ROUNDING_WH = 5;

/** Readings that begin with the start of a session. */
export function courseFrom(atMs: number, receivedAtMs: number | undefined): CourseReadings {
  return { kept: [{ atMs, receivedAtMs, context: START, energyWh: 0 }], count: 0 };
}

/** Adds a reading. One of an outage, told late, changes nothing. */
export function withReading(readings: CourseReadings, reading: CourseReading): CourseReadings {
  const { kept, count } = readings;
  const [first, last] = kept.slice(-2);
  const latest = last ?? first;
  // The first sample after the start may bear its time: what it says is that nothing has flowed yet.
  const isFirst = latest?.context === START && reading.context !== START;
  if (latest && !isFirst && reading.atMs <= latest.atMs && reading.energyWh <= latest.energyWh) return readings;
  // The charge point's clock was set back, or its register is now known better: what was before says nothing about now.
  const isAnew = latest && (reading.energyWh < latest.energyWh || isSetBack(kept, reading));
  if (isAnew) return { kept: [reading], count: 1 };
  const isSame = last && first?.energyWh === reading.energyWh && last.energyWh === reading.energyWh;
  return { kept: [...(isSame ? kept.slice(0, -1) : kept), reading].slice(-MAX_COURSE_READINGS), count: count + 1 };
}

function isSetBack(kept: readonly CourseReading[], { atMs, context }: CourseReading): boolean {
  const same = kept.findLast((reading) => reading.context === context);
  return same !== undefined && atMs < same.atMs;
}

/** How far our clock is ahead of the charge point's. */
export function clockAheadMs({ kept }: CourseReadings): number {
  return Math.min(...leadsOf(kept).values());
}

/**
 * Reckons the course. Power is the register's own slope, capped by the rating, since some charge points report none and some
 * report too much; what they report is taken where both agree, because it is of the moment while a slope lags behind.
 */
export function courseOf({ kept, count }: CourseReadings, ratedW: number): MeterCourse {
  const points = timed(kept, ratedW);
  const last = points.length - 1;
  const { atMs, energyWh } = points[last] as Point;
  const flowsSinceMs = points.find((point) => point.energyWh > (points[0]?.energyWh ?? 0))?.atMs ?? atMs;
  const risen = points.findIndex((point) => point.energyWh === energyWh);
  const stoodMs = atMs - (points[risen]?.atMs ?? atMs);
  const course = { atMs, flowsSinceMs, stoodMs, energyWh, powerW: undefined, sinkingWps: 0 };
  if (count < 2) return course;
  const grainWh = grainOf(points);
  const from = spanBefore(points, risen, grainWh);
  const span = from === undefined ? undefined : spanOf(points, from, risen);
  if (from === undefined || !span) {
    const hasMoved = energyWh !== points[0]?.energyWh || atMs - points[0].atMs < MIN_SPAN_MS;
    return hasMoved ? course : { ...course, powerW: 0 };
  }
  const capW = ratedW > 0 ? ratedW * ABOVE_RATING : Number.POSITIVE_INFINITY;
  const slopeW = Math.min(span.powerW, capW);
  const sinceWh = energyIn(slopeW, stoodMs);
  // It should have moved by now: nothing flows.
  if (stoodMs >= MIN_SPAN_MS && sinceWh > 2 * roundness(points) + ROUNDING_WH) return { ...course, powerW: 0 };
  const maxW = Math.min(capW, maxSinceStep(points, stoodMs));
  const heldW = Math.min(slopeW, maxW);
  const flowing = { ...course, energyWh: grainWh > 1 ? betweenSteps(points.slice(from), heldW, grainWh) : energyWh };
  return {
    ...flowing,
    ...(risingPower(points.slice(0, risen + 1), grainWh, maxW) ??
      reportedPower(points, from, heldW, grainWh, capW) ??
      measuredPower(points, from, risen, heldW, grainWh)),
  };
}

/** While a coarse register stands still, no more than a step of it flows; by a clock of whole seconds, maybe in less time. */
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
 * The readings by our clock. Of each kind the one that came soonest after its own time tells how the charge point's clock stands
 * to ours. Periodic samples are a kind of their own, since some firmware stamps them with the start of their interval. A time
 * by which rated power cannot have delivered so much is not believed at all.
 */
function timed(readings: readonly CourseReading[], ratedW: number): Point[] {
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

/** How far our clock is ahead of the charge point's, by each kind of reading. */
function leadsOf(readings: readonly CourseReading[]): Map<string, number> {
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
  // As long as nothing but a start is known, its stamp has to do.
  const min = Number.isFinite(known) ? known : 0;
  const leads = new Map<string, number>();
  for (const [context, { leadMs, gapMs }] of kinds) {
    // Later than half an interval is not the network: the stamp is that of the interval's start.
    const isShifted = context === 'Sample.Periodic' && leadMs - min >= Math.min(gapMs / 2, MIN_SPAN_MS);
    // A start that a clock ahead of ours had stamped was written down as of when it came in.
    if (context === START) leads.set(context, Math.max(0, min));
    else if (!isShifted) leads.set(context, min);
    else if (leadMs >= min + gapMs && leadMs < min + gapMs + MIN_SPAN_MS) leads.set(context, min + gapMs);
    else leads.set(context, leadMs);
  }
  return leads;
}

/** The step in which the register counts, where it is a coarse one. Two readings may be round by chance. */
function grainOf(points: Point[]): number {
  const values = new Set(points.map(({ energyWh }) => energyWh));
  const grainWh = roundness(points);
  return values.size > 2 ? grainWh : Math.min(100, grainWh);
}

/** The roundest figure that divides each reading. */
function roundness(points: Point[]): number {
  return [1000, 100, 10].find((grain) => points.every(({ energyWh }) => energyWh % grain === 0)) ?? 1;
}

/**
 * Energy that a register of coarse steps has counted by now, which began somewhere within a step and is within one: midway
 * between the least and the most that the slope leads to from each of its readings.
 */
function betweenSteps(points: Point[], slopeW: number, grainWh: number): number {
  const atMs = points.at(-1)?.atMs ?? 0;
  const ledTo = points.map((point) => point.energyWh + energyIn(slopeW, atMs - point.atMs));
  const midway = (Math.min(...ledTo) + Math.max(...ledTo)) / 2;
  // Readings from before energy flowed lead too low.
  return Math.max(midway, (points.at(-1)?.energyWh ?? 0) - grainWh);
}

/** From which reading the slope up to the one at which the register last rose is measured. */
function spanBefore(points: Point[], risen: number, grainWh: number): number | undefined {
  let best: number | undefined;
  for (let from = risen - 1; from >= 0; from -= 1) {
    // A coarse register is only known when it ticks, that is at the first reading of its value.
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

type Power = Pick<MeterCourse, 'powerW' | 'sinkingWps'>;

/** Power that has begun to flow and still rises: energy is then as the square of the time since it began. */
function risingPower(points: Point[], grainWh: number, capW: number): Power | undefined {
  // Readings that begin in the middle of a session do not tell since when its power flows.
  if (!points[0]?.isStart) return undefined;
  const firstIndex = points.findIndex((point) => point.energyWh > 0);
  const [still, first, last] = [points[firstIndex - 1], points[firstIndex], points.at(-1)];
  if (!still || !first || !last) return undefined;
  const risenWh = (point: Point) => point.energyWh - still.energyWh;
  if (risenWh(last) < MIN_STEPS * grainWh) return undefined;
  const times = Math.sqrt(risenWh(last) / risenWh(first));
  // Two of nearly the same moment do not tell when it began: as early as it may have, it rises least.
  const isSpread = times > 1 && last.atMs - first.atMs >= MIN_SPAN_MS;
  const beganAtMs = isSpread ? Math.max(still.atMs, (times * first.atMs - last.atMs) / (times - 1)) : still.atMs;
  const ms = last.atMs - beganAtMs;
  if (ms <= 0 || ms > USUAL_RAMP_MS) return undefined;
  return { powerW: Math.min(capW, 2 * (risenWh(last) / ms) * HOUR_MS), sinkingWps: 0 };
}

/** What the charge point reports, if over the same span it agrees with the register. */
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

/** The slope, and how it sinks where two long spans show it: the slope of a span is the power in its middle. */
function measuredPower(points: Point[], from: number, risen: number, slopeW: number, grainWh: number): Power {
  const span = spanOf(points, from, risen);
  const earlier = spanBefore(points, from, grainWh);
  const before = earlier === undefined || points[earlier]?.isStart ? undefined : spanOf(points, earlier, from);
  if (!span || !before || Math.min(span.ms, before.ms) < MIN_TREND_MS) return { powerW: slopeW, sinkingWps: 0 };
  const sinkingWps = Math.max(0, ((before.powerW - slopeW) / ((span.ms + before.ms) / 2)) * 1000);
  return { powerW: Math.max(slopeW / 2, slopeW - (sinkingWps * span.ms) / 2000), sinkingWps };
}

/** What flows at a power within a time. */
function energyIn(powerW: number, ms: number): number {
  return (powerW * ms) / HOUR_MS;
}
