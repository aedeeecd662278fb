import { SECOND_MS, HOUR_MS } from '#kernel/durations.ts';
import { maxBillableWh } from '../metering/energy.ts';
import type { SessionTrend } from '../metering/session-trend.ts';

/** A rest this small is not worth another sample. */
const CLOSE_ENOUGH_WH = 5;
/** Extra time that a message may take on the network. */
const LATE_MESSAGE_MS = SECOND_MS;
/** No car draws the rating at once: power takes at least this long to reach it. */
const MIN_RAMP_MS = 6 * SECOND_MS;
/** Settled power may still grow by this factor, for example when the car beside it leaves. */
const MAX_GROWTH = 2;
/** Time from a request for a sample until it arrives: the minimum, and usually the maximum. */
const SAMPLE_LATENCY_MS = SECOND_MS;
const SAMPLE_TIMEOUT_MS = 3 * SECOND_MS;
/** The last sample must arrive this long before the stop. */
const LAST_LOOK_MS = 2 * SECOND_MS;
/** A sample of this age is still good enough. */
const ASK_AFTER_SAMPLE_MS = 10 * SECOND_MS;
/** The second sample is requested this soon after the first, because one alone gives no power. */
const ASK_AFTER_FIRST_SAMPLE_MS = SECOND_MS;
/** Maximum age of a sample while power rises, and how long power is assumed to rise once energy flows. */
const ASK_AFTER_SAMPLE_RISING_MS = 1_500;
const RISING_MS = 30 * SECOND_MS;
/** A register that stands still is requested again after this share of the time that it has stood still. */
const STILL_SHARE = 0.5;
/** If power falls, at most this share of it is assumed lost. */
const MAX_SUNK_SHARE = 0.5;
/** The mean of falling power is calculated this often, each time over the duration found before. */
const MAX_ROUNDS = 5;

/** After this gain, the battery shows how much energy one percent takes. */
const MIN_GAINED_PERCENT = 2;
/** Cars report whole percents, so the real value may be this much higher. */
const SOC_ROUNDING_PERCENT = 0.5;

/** When to act, by our clock. `undefined`: wait for the next sample. */
export interface StopPlan {
  stopAtMs: number | undefined;
  /** When to ask the charge point for a sample, to plan again with it. */
  sampleAtMs: number | undefined;
}

/** The limits of a session, and how fast its charge point stops. */
export interface StopTerms {
  boughtWh: number;
  /** Rated power of the connector in W. 0 if unknown. */
  ratedW: number;
  /** How long the charge point takes from a stop request until it has stopped. */
  leadMs: number;
  /** The battery target. Missing if the driver has set none. */
  target?: Target | undefined;
}

/** A battery target in percent, and what the car has reported of its battery. */
export interface Target {
  percent: number;
  soc: number | undefined;
  socAtFirst: number | undefined;
}

/** True if the car reports that its battery has reached the target. */
export function isReached({ percent, soc }: Target): boolean {
  return (soc ?? 0) >= percent;
}

/**
 * Plans the stop for when the energy or the battery target is reached, whichever comes first. The target counts as
 * reached only when the car reports it, so a sample is requested when it is due.
 */
export function planStop(trend: SessionTrend, terms: StopTerms): StopPlan {
  const { target } = terms;
  if (target && isReached(target)) return { stopAtMs: trend.atMs, sampleAtMs: undefined };
  const plan = planUnits(trend, terms);
  const reachedAtMs = target && reachesAtMs(trend, target);
  if (reachedAtMs === undefined || reachedAtMs >= (plan.stopAtMs ?? Number.POSITIVE_INFINITY)) return plan;
  const askAtMs = Math.max(trend.atMs + ASK_AFTER_SAMPLE_MS, reachedAtMs);
  return { ...plan, sampleAtMs: Math.min(askAtMs, plan.sampleAtMs ?? askAtMs) };
}

/** When the battery should be half a percent short of its target, by the energy that a percent has taken so far. */
function reachesAtMs(trend: SessionTrend, { percent, soc, socAtFirst }: Target): number | undefined {
  const { atMs, energyWh, powerW = 0 } = trend;
  if (soc === undefined || socAtFirst === undefined || powerW <= 0) return undefined;
  const gained = soc - socAtFirst;
  if (gained < MIN_GAINED_PERCENT) return undefined;
  return atMs + msToFlow(((percent - SOC_ROUNDING_PERCENT - soc) * energyWh) / gained, trend);
}

/**
 * Plans the stop at the energy that was bought. Until two readings give the power, rated power must not lead beyond
 * what may be billed. A sample that is requested in time gives more information.
 */
function planUnits(trend: SessionTrend, { boughtWh, ratedW, leadMs }: StopTerms): StopPlan {
  const { atMs, energyWh, powerW, flowsSinceMs, stoodMs } = trend;
  const leftWh = boughtWh - energyWh;
  if (leftWh <= CLOSE_ENOUGH_WH) return { stopAtMs: atMs, sampleAtMs: undefined };
  const isRising = atMs - flowsSinceMs < RISING_MS;
  const safeUntilMs =
    ratedW > 0 ? atMs + msToBound(trend, boughtWh, ratedW, isRising) - leadMs - LATE_MESSAGE_MS : undefined;
  /** When to request a sample that is needed at a moment. `undefined` if it would come too late for the stop. */
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
  const stopAtMs = atMs + msToFlow(leftWh, trend) - leadMs;
  const lastLookAtMs = Math.min(stopAtMs - LAST_LOOK_MS, safeUntilMs ?? stopAtMs);
  return { stopAtMs, sampleAtMs: askFor(lastLookAtMs, ageMs, stopAtMs) };
}

/**
 * How long the energy stays within the bill however the power develops. Settled power may grow, so each sample leaves
 * at least half of the rest, and few are needed. Before it settles, only the rating and the fastest ramp bound it.
 */
function msToBound(
  { energyWh, powerW = 0 }: SessionTrend,
  boughtWh: number,
  ratedW: number,
  isRising: boolean,
): number {
  const boundWh = maxBillableWh(boughtWh);
  if (isRising || powerW <= 0) return fastestMs(boundWh, ratedW) - fastestMs(energyWh, ratedW);
  return ((boundWh - energyWh) / Math.min(ratedW, powerW * MAX_GROWTH)) * HOUR_MS;
}

/** The least time in which a connector can deliver an amount of energy from zero power. */
function fastestMs(energyWh: number, ratedW: number): number {
  const atRatingMs = (energyWh / ratedW) * HOUR_MS;
  return atRatingMs < MIN_RAMP_MS / 2 ? Math.sqrt(2 * MIN_RAMP_MS * atRatingMs) : atRatingMs + MIN_RAMP_MS / 2;
}

/** How long an amount of energy takes to flow. For falling power its mean is used. */
function msToFlow(energyWh: number, { powerW = 0, sinkingWps }: SessionTrend): number {
  let ms = 0;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const meanW = Math.max(powerW * (1 - MAX_SUNK_SHARE), powerW - (sinkingWps * ms) / 2000);
    ms = (energyWh / meanW) * HOUR_MS;
  }
  return ms;
}
