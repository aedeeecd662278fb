import { SECOND_MS } from '#kernel/durations.ts';

/** Times of the simulated cluster: those of the product, or shorter ones, so that a run is soon over. */
export const RULES = {
  leaseMs: 10 * SECOND_MS,
  renewMs: 3 * SECOND_MS,
  superviseMs: 5 * SECOND_MS,
  /** How often a node looks for charges that nobody looks after, and for rows that it does not know. */
  recoverMs: 10 * SECOND_MS,
  /** How long a request over the bus is waited for. */
  requestMs: SECOND_MS,
  callMs: 15 * SECOND_MS,
  askStopAgainMs: 10 * SECOND_MS,
  commandWithinMs: 20 * SECOND_MS,
  /** Longer than any answer to a command is waited for. */
  sentForMs: 40 * SECOND_MS,
  startWithinMs: 30 * SECOND_MS,
  linkPatienceMs: 60 * SECOND_MS,
  linkDownMs: 150 * SECOND_MS,
  holdWh: 1_000_000,
} as const;

/** Bugs that can be planted in the simulated cluster; each has to be found. */
export const BUGS = [
  /** The database takes a write of any epoch. */
  'no fencing',
  /** A node goes on although its lease has run out. */
  'lease not checked',
  /** A request whose answer was lost is sent again, and the owner sends it whatever its row says. */
  'blind re-send',
  /** Who takes over a charge does not take over the stop that was asked for. */
  'stop lost at hand-over',
  /** A start that comes to nothing gives its hold back, whatever became of it before. */
  'hold released twice',
] as const;
export type Bug = (typeof BUGS)[number];
