/** When the limit of an open session is looked at next. Only the functions of this file change it. */
export interface LivePlan {
  /** The timer of the latest plan: asks for the stop or a sample if it is due then, or plans again. */
  timer?: { atMs: number; cancel: () => void } | undefined;
  /** The time just after planning. Samples until it ends are planned for together. */
  pause?: { hasNewSample: boolean; cancel: () => void } | undefined;
  /** The number of readings when the charge point was last asked for one. */
  readingsAtSampleRequest?: number | undefined;
}

export function replaceTimer(plan: LivePlan, timer: NonNullable<LivePlan['timer']>): void {
  plan.timer?.cancel();
  plan.timer = timer;
}

/** The plan has fallen due, or is needed no more. Ends a pause too, so that nothing of the plan waits. */
export function cancelPlan(plan: LivePlan): void {
  plan.timer?.cancel();
  plan.timer = undefined;
  plan.pause?.cancel();
  plan.pause = undefined;
}

/** `cancel`: cancels the end of the pause. */
export function pausePlanning(plan: LivePlan, cancel: () => void): void {
  plan.pause = { hasNewSample: false, cancel };
}

export function noteSampleInPause(plan: LivePlan): void {
  if (plan.pause) plan.pause.hasNewSample = true;
}

/** Ends the pause. Returns true if a sample has come in it. */
export function endPlanningPause(plan: LivePlan): boolean {
  const { hasNewSample = false } = plan.pause ?? {};
  plan.pause = undefined;
  return hasNewSample;
}

/** Undefined forgets the request: a charge point whose link was down may be asked again. */
export function noteSampleRequest(plan: LivePlan, readings: number | undefined): void {
  plan.readingsAtSampleRequest = readings;
}
