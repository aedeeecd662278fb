import type { Course } from './meter-course.ts';

/** So little is not worth another sample. */
const CLOSE_ENOUGH_WH = 5;
/** What a charge may end above or below what was bought: this share of it, or so much where that is more. */
const SLACK = 0.02;
const SLACK_WH = 50;
/** Messages are on their way for some time more than usual. */
const MARGIN_MS = 1_000;
/** A charger that is asked for a sample needs a moment to send it, at the least and as a rule at the most. */
const SAMPLE_LATENCY_MS = 1_000;
const SAMPLE_PATIENCE_MS = 3_000;
/** The last sample is needed so long before the stop. */
const LAST_LOOK_MS = 2_000;
/** A sample of this age is good enough, and while power still rises one of that. */
const GOOD_AGE_MS = 10_000;
const UNKNOWN_AGE_MS = 500;
const GOOD_AGE_RISING_MS = 3_000;
const RISING_MS = 30_000;
/** Where power sinks, no more than this share of it is taken for lost. */
const MOST_SUNK = 0.5;
/** So often is the mean of sinking power taken anew. */
const ROUNDS = 4;
const MS_PER_HOUR = 3_600_000;

/** When to act, by our clock; `undefined` is "wait for the next sample". */
export interface StopPlan {
  stopAt: number | undefined;
  /** When to ask the charger for a sample, to plan anew by it. */
  sampleAt: number | undefined;
}

export interface Purchase {
  limitWh: number;
  /** Rated power of the connector; 0 where nobody knows it. */
  ratedW: number;
  /** How long the charger takes from our asking until it has stopped. */
  leadMs: number;
}

/**
 * When to ask for the stop, so that the charge ends at what was bought. Before two readings the power is not known: then
 * rated power must not lead beyond what the driver may be billed. Asked for a sample in time, the charger tells more.
 */
export function planStop(course: Course, { limitWh, ratedW, leadMs }: Purchase): StopPlan {
  const { at, energyWh, powerW, flowsSince } = course;
  const leftWh = limitWh - energyWh;
  if (leftWh <= CLOSE_ENOUGH_WH) return { stopAt: at, sampleAt: undefined };
  const slackWh = Math.max(SLACK_WH, limitWh * SLACK);
  // Until then not even rated power leads beyond the slack.
  const safeMs = ratedW > 0 ? ((leftWh + slackWh) / ratedW) * MS_PER_HOUR - leadMs - MARGIN_MS : undefined;
  const safeUntil = safeMs === undefined ? undefined : at + safeMs;
  /** When to ask for a sample that is needed at a moment; `undefined` when it would come too late for the stop. */
  const askFor = (neededAt: number | undefined, ageMs: number, stopAt: number | undefined): number | undefined => {
    if (neededAt === undefined) return undefined;
    const askAt = Math.max(at + ageMs, neededAt - SAMPLE_PATIENCE_MS - leadMs);
    return stopAt !== undefined && askAt > stopAt - SAMPLE_LATENCY_MS - leadMs ? undefined : askAt;
  };
  if (powerW === undefined) return { stopAt: safeUntil, sampleAt: askFor(safeUntil, UNKNOWN_AGE_MS, safeUntil) };
  const ageMs = at - flowsSince < RISING_MS ? GOOD_AGE_RISING_MS : GOOD_AGE_MS;
  if (powerW <= 0) return { stopAt: undefined, sampleAt: askFor(safeUntil, ageMs, undefined) };
  const stopAt = at + msToFlow(leftWh, course) - leadMs;
  const lastLook = Math.min(stopAt - LAST_LOOK_MS, safeUntil ?? stopAt);
  return { stopAt, sampleAt: askFor(lastLook, ageMs, stopAt) };
}

/** How long it takes until so much has flowed. Power that sinks takes longer: it is reckoned with its mean. */
function msToFlow(energyWh: number, { powerW = 0, sinkingWps }: Course): number {
  let ms = (energyWh / powerW) * MS_PER_HOUR;
  for (let round = 0; round < ROUNDS; round += 1) {
    const meanW = Math.max(powerW * (1 - MOST_SUNK), powerW - (sinkingWps * ms) / 2000);
    ms = (energyWh / meanW) * MS_PER_HOUR;
  }
  return ms;
}
