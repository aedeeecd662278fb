import { SECOND_MS, MINUTE_MS, HOUR_MS } from '#kernel/durations.ts';
export interface SessionRules {
  /** How long after the driver asked a transaction may still begin. */
  startWithinMs: number;
  /**
   * How long to wait for a charge point whose link is down, or that does not answer a stop. Modems and charge points
   * restart within minutes. A driver at a dead charge point must not wait longer, neither for the held money nor for
   * another charge. A start does not expire during that time.
   */
  linkPatienceMs: number;
  /**
   * A session whose energy has not grown for this long is ended. Cars taper and balance their batteries for a long
   * time.
   */
  noProgressMs: number;
  /** How long a connector must look free before we close a session without StopTransaction. */
  endHintMs: number;
  /** A session of which no sample arrives for this long, with a link or without, is closed with what is known. */
  noSampleMs: number;
  /** Maximum number of running sessions of one driver. */
  runningPerDriver: number;
}

export const SESSION_RULES: SessionRules = {
  startWithinMs: 90 * SECOND_MS,
  linkPatienceMs: 15 * MINUTE_MS,
  noProgressMs: 2 * HOUR_MS,
  endHintMs: 2 * MINUTE_MS,
  noSampleMs: 12 * HOUR_MS,
  runningPerDriver: 1,
};
