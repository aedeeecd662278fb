/** When the limit of an open session is looked at next. Only the functions of this file change it. */
export interface LivePlan {
  /** The timer of the latest plan: asks for the stop or a sample if it is due then, or plans again. */
  timer?: { atMs: number; cancel: () => void } | undefined;
  /** True just after planning. Samples until it ends are planned for together. */
  isPaused?: boolean;
  /** True if a sample has come during the pause. */
  hasNewSample?: boolean;
  /** The number of readings when the charge point was last asked for one. */
  readingsAtSampleRequest?: number | undefined;
}

export function replaceTimer(plan: LivePlan, timer: NonNullable<LivePlan['timer']>): void {
  plan.timer?.cancel();
  plan.timer = timer;
}

/** The timer has run out, or is needed no more. */
export function cancelTimer(plan: LivePlan): void {
  plan.timer?.cancel();
  plan.timer = undefined;
}

export function pausePlanning(plan: LivePlan): void {
  plan.isPaused = true;
  plan.hasNewSample = false;
}

export function noteSampleInPause(plan: LivePlan): void {
  plan.hasNewSample = true;
}

/** Ends the pause. Returns true if a sample has come in it. */
export function endPlanningPause(plan: LivePlan): boolean {
  plan.isPaused = false;
  return plan.hasNewSample === true;
}

/** Undefined forgets the request: a charge point whose link was down may be asked again. */
export function noteSampleRequest(plan: LivePlan, readings: number | undefined): void {
  plan.readingsAtSampleRequest = readings;
}
