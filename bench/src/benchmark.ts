import type { Spread } from './spread.ts';

/** One line of the table: a figure of each round, as its least, middle and most. */
export interface Row {
  what: string;
  figures: Spread;
  /** Whether it stands in the table over time. */
  overTime?: true;
}

export interface Result {
  rows: Row[];
  /** How the database keeps its word, as SHOW says in the same run. */
  durability: Record<string, string>;
  /** What limits, in a paragraph. */
  limit: string;
  /** Everything else measured, for the JSON file. */
  details: object;
  /** What was found that must never be; the run then fails. */
  broken?: string | undefined;
}

/** Measures, saying where it stands; whatever it started has ended when it settles. */
export type Benchmark = (say: (message: string) => void) => Promise<Result>;
