import { SECOND_MS, HOUR_MS } from '#kernel/durations.ts';
import type { MeterCourse } from '../metering/meter-course.ts';

/** So little is not worth another sample. */
const CLOSE_ENOUGH_WH = 5;
/** What a session may end above or below what was bought: this share of it, or so much where that is more. */
const SLACK_SHARE = 0.02;
const SLACK_WH = 50;
/** Messages are on their way for some time more than usual. */
const LATE_MESSAGE_MS = SECOND_MS;
/** No car takes the rating at once: power rises to it in so long at the fastest. */
const MIN_RAMP_MS = 6 * SECOND_MS;
/** Power that has settled may still grow so many times, as when a car beside leaves. */
const MAX_GROWTH = 2;
/** A charge point that is asked for a sample needs a moment to send it, at the least and as a rule at the most. */
const SAMPLE_LATENCY_MS = SECOND_MS;
const SAMPLE_TIMEOUT_MS = 3 * SECOND_MS;
/** The last sample is needed so long before the stop. */
const LAST_LOOK_MS = 2 * SECOND_MS;
/** A sample of this age is good enough. */
const ASK_AFTER_SAMPLE_MS = 10 * SECOND_MS;
/** The second is asked for so soon after the first: from one alone the power is not known. */
const ASK_AFTER_FIRST_SAMPLE_MS = SECOND_MS;
/** How old one may be while power still rises, and for how long it is taken to rise once energy flows. */
const ASK_AFTER_SAMPLE_RISING_MS = 1_500;
const RISING_MS = 30 * SECOND_MS;
/** A register that stands still is asked for again after this share of the time it has stood. */
const STILL_SHARE = 0.5;
/** Where power sinks, no more than this share of it is taken for lost. */
const MAX_SUNK_SHARE = 0.5;
/** So often is the mean of sinking power taken, from the time that it led to before. */
const MAX_ROUNDS = 5;

/** A battery that has gained this much tells how much energy a percent of it takes. */
const MIN_GAINED_PERCENT = 2;
/** Cars tell whole percents, so that they may be so far ahead of what they tell. */
const SOC_ROUNDING_PERCENT = 0.5;

/** When to act, by our clock; `undefined` is "wait for the next sample". */
export interface StopPlan {
  stopAtMs: number | undefined;
  /** When to ask the charge point for a sample, to plan anew by it. */
  sampleAtMs: number | undefined;
}

/** What a session is to end at, and how soon that can be brought about. */
export interface StopTerms {
  boughtWh: number;
  /** Rated power of the connector; 0 where nobody knows it. */
  ratedW: number;
  /** How long the charge point takes from our asking until it has stopped. */
  leadMs: number;
  /** Where the driver wants the battery to be; missing where that was not said. */
  target?: Target | undefined;
}

/** A charge to so many percent of the battery, and what the car has told of it so far. */
export interface Target {
  percent: number;
  soc: number | undefined;
  socAtFirst: number | undefined;
}

/** Whether the car tells that its battery is where the driver wants it. */
export function isReached({ percent, soc }: Target): boolean {
  return (soc ?? 0) >= percent;
}

/**
 * When to ask for the stop, so that the session ends at what was bought or at the battery's target, whichever is sooner. The
 * target is believed when the car tells it, and a sample is asked for when that is due.
 */
export function planStop(course: MeterCourse, terms: StopTerms): StopPlan {
  const { target } = terms;
  if (target && isReached(target)) return { stopAtMs: course.atMs, sampleAtMs: undefined };
  const plan = planUnits(course, terms);
  const reachedAtMs = target && reachesAtMs(course, target);
  if (reachedAtMs === undefined || reachedAtMs >= (plan.stopAtMs ?? Number.POSITIVE_INFINITY)) return plan;
  const askAtMs = Math.max(course.atMs + ASK_AFTER_SAMPLE_MS, reachedAtMs);
  return { ...plan, sampleAtMs: Math.min(askAtMs, plan.sampleAtMs ?? askAtMs) };
}

/** When the battery is half a percent short of its target, by what its percents have taken so far. */
function reachesAtMs(course: MeterCourse, { percent, soc, socAtFirst }: Target): number | undefined {
  const { atMs, energyWh, powerW = 0 } = course;
  if (soc === undefined || socAtFirst === undefined || powerW <= 0) return undefined;
  const gained = soc - socAtFirst;
  if (gained < MIN_GAINED_PERCENT) return undefined;
  return atMs + msToFlow(((percent - SOC_ROUNDING_PERCENT - soc) * energyWh) / gained, course);
}

/**
 * When to ask for the stop, so that the session ends at what was bought. Before two readings the power is not known: then
 * rated power must not lead beyond what the driver may be billed. Asked for a sample in time, the charge point tells more.
 */
function planUnits(course: MeterCourse, { boughtWh, ratedW, leadMs }: StopTerms): StopPlan {
  const { atMs, energyWh, powerW, flowsSinceMs, stoodMs } = course;
  const leftWh = boughtWh - energyWh;
  if (leftWh <= CLOSE_ENOUGH_WH) return { stopAtMs: atMs, sampleAtMs: undefined };
  const isRising = atMs - flowsSinceMs < RISING_MS;
  const safeUntilMs =
    ratedW > 0 ? atMs + msToBound(course, boughtWh, ratedW, isRising) - leadMs - LATE_MESSAGE_MS : undefined;
  /** When to ask for a sample that is needed at a moment; `undefined` when it would come too late for the stop. */
  const askFor = (neededAtMs: number | undefined, ageMs: number, stopAtMs: number | undefined): number | undefined => {
    if (neededAtMs === undefined) return undefined;
    const askAtMs = Math.max(atMs + ageMs, neededAtMs - SAMPLE_TIMEOUT_MS - leadMs);
    return stopAtMs !== undefined && askAtMs > stopAtMs - SAMPLE_LATENCY_MS - leadMs ? undefined : askAtMs;
  };
  if (powerW === undefined)
    return { stopAtMs: safeUntilMs, sampleAtMs: askFor(safeUntilMs, ASK_AFTER_FIRST_SAMPLE_MS, safeUntilMs) };
  if (powerW <= 0) {
    const stillMs = Math.max(
      isRising ? ASK_AFTER_SAMPLE_RISING_MS : ASK_AFTER_SAMPLE_MS,
      stoodMs < RISING_MS ? 0 : stoodMs * STILL_SHARE,
    );
    return { stopAtMs: undefined, sampleAtMs: askFor(safeUntilMs, stillMs, undefined) };
  }
  const ageMs = isRising ? ASK_AFTER_SAMPLE_RISING_MS : ASK_AFTER_SAMPLE_MS;
  const stopAtMs = atMs + msToFlow(leftWh, course) - leadMs;
  const lastLookAtMs = Math.min(stopAtMs - LAST_LOOK_MS, safeUntilMs ?? stopAtMs);
  return { stopAtMs, sampleAtMs: askFor(lastLookAtMs, ageMs, stopAtMs) };
}

/**
 * How long what flows stays within the bill, however the power goes on. Once it has settled it may grow, so that each sample
 * leaves half of the rest at the least and they grow few; before that only the rating bounds it, and how fast that is reached.
 */
function msToBound({ energyWh, powerW = 0 }: MeterCourse, boughtWh: number, ratedW: number, isRising: boolean): number {
  const boundWh = boughtWh + Math.max(SLACK_WH, boughtWh * SLACK_SHARE);
  if (isRising || powerW <= 0) return fastestMs(boundWh, ratedW) - fastestMs(energyWh, ratedW);
  return ((boundWh - energyWh) / Math.min(ratedW, powerW * MAX_GROWTH)) * HOUR_MS;
}

/** How long a connector takes at the least from nothing until so much has flowed. */
function fastestMs(energyWh: number, ratedW: number): number {
  const atRatingMs = (energyWh / ratedW) * HOUR_MS;
  return atRatingMs < MIN_RAMP_MS / 2 ? Math.sqrt(2 * MIN_RAMP_MS * atRatingMs) : atRatingMs + MIN_RAMP_MS / 2;
}

/** How long it takes until so much has flowed. Power that sinks takes longer: it is reckoned with its mean. */
function msToFlow(energyWh: number, { powerW = 0, sinkingWps }: MeterCourse): number {
  let ms = 0;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const meanW = Math.max(powerW * (1 - MAX_SUNK_SHARE), powerW - (sinkingWps * ms) / 2000);
    ms = (energyWh / meanW) * HOUR_MS;
  }
  return ms;
}
