import type { Spread } from './measuring/statistics.ts';

/** One line of the table: a figure from each round, as its minimum, median and maximum. */
export interface Row {
  what: string;
  figures: Spread;
  /** True if the row is part of the table over time. */
  overTime?: true;
}

export interface Result {
  rows: Row[];
  /** The durability settings of the database, as SHOW returned them in the same run. */
  durability: Record<string, string>;
  /** What limits the figures, in a paragraph. */
  limit: string;
  /** All other figures, for the JSON file. */
  details: object;
  /** A violation that was found. The run then fails. */
  broken?: string | undefined;
}

/** Runs the benchmark and reports its progress to `say`. All that it started has ended when it settles. */
export type Benchmark = (say: (message: string) => void) => Promise<Result>;
