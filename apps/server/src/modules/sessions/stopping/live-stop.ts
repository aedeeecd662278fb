/** What a charge point that has rejected a stop says of the session. */
export type StopVerdict = 'goes-on' | 'over' | 'unknown';

/** What was asked of the charge point to stop an open session. Only the functions of this file change it. */
export interface LiveStop {
  /** How often the charge point was asked to stop, when first, and its last answer. */
  requests?: { count: number; firstAtMs: number; lastAnswer?: 'accepted' | 'rejected' };
  /** Resolves the wait for the charge point to say whether the session goes on. */
  resolveVerdict?: ((verdict: StopVerdict) => void) | undefined;
}

/** Called for each request: when it was sent, and with its answer. */
export function noteStopRequest(stop: LiveStop, atMs: number, answer?: 'accepted' | 'rejected'): void {
  const before = stop.requests ?? { count: 0, firstAtMs: atMs };
  stop.requests = answer ? { ...before, lastAnswer: answer } : { ...before, count: before.count + 1 };
}

/** Whoever hears from the charge point resolves the wait. Undefined ends it. */
export function noteVerdictWait(stop: LiveStop, resolveVerdict: LiveStop['resolveVerdict']): void {
  stop.resolveVerdict = resolveVerdict;
}
