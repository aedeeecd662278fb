import { SECOND_MS, MINUTE_MS, HOUR_MS } from '#kernel/durations.ts';
export interface SessionRules {
  /** How long after it was asked for a transaction may still begin. */
  startWithinMs: number;
  /**
   * How long a charge point's word is waited for while its link is down, or after a stop that it does not answer. Modems and
   * charge points that restart are back within minutes; a driver who stands before a dead charge point is not to wait for longer,
   * neither for the money held nor for leave to charge elsewhere. A start does not age meanwhile.
   */
  linkPatienceMs: number;
  /** Energy that has not grown for this long ends the session: cars taper and balance for long. */
  noProgressMs: number;
  /** How long a connector may be free again before a session whose stop never came is closed by us. */
  endHintMs: number;
  /** How long a charge point may be silent before its session is closed by us on what is known. */
  linkDownMs: number;
  /** Sessions that one driver may have running. */
  runningPerDriver: number;
}

export const SESSION_RULES: SessionRules = {
  startWithinMs: 90 * SECOND_MS,
  linkPatienceMs: 15 * MINUTE_MS,
  noProgressMs: 2 * HOUR_MS,
  endHintMs: 2 * MINUTE_MS,
  linkDownMs: 12 * HOUR_MS,
  runningPerDriver: 1,
};
