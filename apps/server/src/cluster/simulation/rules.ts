import { SECOND_MS } from '#kernel/durations.ts';

/** Times of the simulated cluster: the product's, or shorter ones to keep runs short. */
export const RULES = {
  leaseMs: 10 * SECOND_MS,
  renewMs: 3 * SECOND_MS,
  superviseMs: 5 * SECOND_MS,
  /** How often a node looks for sessions without an owner, and for rows that it does not know. */
  recoverMs: 10 * SECOND_MS,
  /** Timeout of a request over the bus. */
  requestMs: SECOND_MS,
  callMs: 15 * SECOND_MS,
  askStopAgainMs: 10 * SECOND_MS,
  commandWithinMs: 20 * SECOND_MS,
  /** Longer than any command waits for its answer. */
  sentForMs: 40 * SECOND_MS,
  startWithinMs: 30 * SECOND_MS,
  linkPatienceMs: 60 * SECOND_MS,
  /** A session is closed this long after its link was lost. Shorter than the product's. */
  noSampleMs: 150 * SECOND_MS,
  holdWh: 1_000_000,
} as const;

/** Bugs that can be planted in the simulated cluster. Each must be found. */
export const BUGS = [
  /** The database accepts writes of any epoch. */
  'no fencing',
  /** A node goes on although its lease has run out. */
  'lease not checked',
  /** A request whose answer was lost is sent again, and the owner sends it whatever its row says. */
  'blind re-send',
  /** A node that takes over a session does not take over its requested stop. */
  'stop lost at hand-over',
  /** A failed start releases its hold whatever happened to it before. */
  'hold released twice',
] as const;
export type Bug = (typeof BUGS)[number];
