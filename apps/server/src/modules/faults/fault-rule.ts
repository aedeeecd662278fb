import type { FixKind } from '@bijli/contract/operator-faults';
import { HOUR_MS } from '#kernel/durations.ts';

/** When a connector counts as broken, and what is tried then. An operator reads and changes it. */
export interface FaultRule {
  /** Number of different drivers whose starts must have failed in a row. */
  drivers: number;
  /** Within this many hours. */
  withinHours: number;
  /** Remote fixes to try, in this order. Empty: none. */
  fixes: readonly FixKind[];
  /** A connector that stays out is fixed and offered again after this many hours. */
  tryAgainHours: number;
}

/** The default rule, until an operator changes it. */
export const FAULT_RULE: FaultRule = {
  drivers: 2,
  withinHours: 24,
  fixes: ['unlock', 'soft_reset'],
  tryAgainHours: 24,
};

/** `fixing` and `out` keep a connector from drivers. One that is `on_trial` is offered until its next start. */
export type FaultState = 'fixing' | 'out' | 'on_trial' | 'ended';

/** The outcome of a start at a connector. Failures through no fault of the charge point are not counted. */
export interface StartOutcome {
  driverId: number | null;
  isGood: boolean;
  at: Date;
}

/** Failures of a start for which the charge point is to blame, whatever else is known. */
const BY_CHARGE_POINT = new Set(['charger_rejected', 'charger_silent']);

/**
 * True if the charge point caused the failure: it rejected the start, did not answer, or stayed in Preparing and never
 * began. A connector whose cable never came goes back to Available by itself.
 */
export function isByChargePoint(endReason: string | null, connectorStatus: string | null): boolean {
  if (endReason === null) return false;
  return BY_CHARGE_POINT.has(endReason) || (endReason === 'start_timed_out' && connectorStatus === 'Preparing');
}

/**
 * Returns since when a connector counts as broken. `outcomes` are its starts, newest first: as many different drivers
 * as the rule says must have failed since the last success.
 */
export function brokenSince(outcomes: readonly StartOutcome[], rule: FaultRule, now: Date): Date | undefined {
  const oldest = now.getTime() - rule.withinHours * HOUR_MS;
  const failed = new Set<number>();
  for (const { driverId, isGood, at } of outcomes) {
    if (isGood || at.getTime() < oldest) return undefined;
    if (driverId !== null) failed.add(driverId);
    if (failed.size >= rule.drivers) return at;
  }
  return undefined;
}

/** The facts about an open fault when it is checked. */
export interface FaultFacts {
  state: Exclude<FaultState, 'ended'>;
  changedAt: Date;
  /** Which of the rule's fixes is next or under way. */
  fixIndex: number;
  /** The state of the current fix. `none`: it was not requested yet. */
  answer: 'none' | 'awaited' | 'done' | 'failed';
  /** A charge has begun there since the failures. */
  hasStarted: boolean;
  /** The charge point is linked and nobody charges there. */
  isIdle: boolean;
}

export type FaultStep = 'stay' | 'end' | 'ask' | 'next-fix' | 'trial' | 'out' | 'again';

/** The next step for an open fault. */
export function nextFaultStep(facts: FaultFacts, rule: FaultRule, now: Date): FaultStep {
  const { state, changedAt, fixIndex, answer, hasStarted, isIdle } = facts;
  if (hasStarted) return 'end';
  // A failed start during the trial puts the connector out of service where the start is handled.
  if (state === 'on_trial') return 'stay';
  if (state === 'out') return now.getTime() - changedAt.getTime() >= rule.tryAgainHours * HOUR_MS ? 'again' : 'stay';
  if (rule.fixes.length === 0) return 'trial';
  // The rule was made shorter meanwhile.
  if (fixIndex >= rule.fixes.length) return 'out';
  if (answer === 'none') return isIdle ? 'ask' : 'stay';
  if (answer === 'awaited') return 'stay';
  // Only the last counts: an unlocking that is not possible is no reason not to reset.
  if (fixIndex + 1 < rule.fixes.length) return 'next-fix';
  return answer === 'done' ? 'trial' : 'out';
}
