/** How an open session was started. Only the functions of this file change it. */
export interface LiveStart {
  /**
   * The trace that the session's start belongs to, if tracing is on. Another node that takes the session over does not
   * know it.
   */
  trace?: string | undefined;
  /** When the charge point last accepted RemoteStartTransaction. */
  sentAt?: Date | undefined;
  /** True if the charge point has restarted since then. */
  isForgotten?: boolean;
  /** When the transaction began by the charge point's clock, if that is far behind. */
  claimedAt?: Date | undefined;
}

export function noteTrace(start: LiveStart, trace: string | undefined): void {
  start.trace = trace;
}

/** The charge point has accepted the start command. */
export function noteStartSent(start: LiveStart, now: Date): void {
  start.sentAt = now;
}

/** A start command that the charge point had lost is sent again. */
export function noteStartSentAgain(start: LiveStart, now: Date): void {
  start.sentAt = now;
  start.isForgotten = false;
}

/** A charge point forgets accepted starts when it restarts. */
export function noteStartForgotten(start: LiveStart): void {
  start.isForgotten = true;
}

export function noteClaimedStart(start: LiveStart, claimedAt: Date | undefined): void {
  start.claimedAt = claimedAt;
}
