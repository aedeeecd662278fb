import { SECOND_MS } from '#kernel/durations.ts';

/** A reading of a running session, as received. Times are in milliseconds. */
export interface RecentReading {
  /** The charge point's own time. */
  atMs: number;
  /** Unknown only for a start that was received by an earlier run of the server. */
  receivedAtMs: number | undefined;
  /** OCPP 1.6 reading context. The start is Transaction.Begin. */
  context: string;
  energyWh: number;
  /** As the charge point reports it. */
  powerW?: number | undefined;
}

/** The last readings of a session. Of readings with the same energy, only the first and the last are kept. */
export interface RecentReadings {
  kept: readonly RecentReading[];
  /** Number of readings since the start. */
  count: number;
}

/** The reading context of the start. */
export const START = 'Transaction.Begin';
const MAX_READINGS = 32;
/**
 * Readings closer together than this give no power, because meters are read in turn and clocks tick in whole seconds.
 */
export const MIN_SPAN_MS = 3 * SECOND_MS;

/** The readings of a session that has just started. */
export function readingsFrom(atMs: number, receivedAtMs: number | undefined): RecentReadings {
  return { kept: [{ atMs, receivedAtMs, context: START, energyWh: 0 }], count: 0 };
}

/** Adds a reading. A late one from an outage changes nothing. */
export function withReading(readings: RecentReadings, reading: RecentReading): RecentReadings {
  const { kept, count } = readings;
  const [first, last] = kept.slice(-2);
  const latest = last ?? first;
  // The first sample after the start may have the start's time. It says that nothing has flowed yet.
  const isFirst = latest?.context === START && reading.context !== START;
  if (latest && !isFirst && reading.atMs <= latest.atMs && reading.energyWh <= latest.energyWh) return readings;
  // The charge point's clock was set back, or its register was corrected. Earlier readings say nothing about now.
  const isAnew = latest && (reading.energyWh < latest.energyWh || isSetBack(kept, reading));
  if (isAnew) return { kept: [reading], count: 1 };
  const isSame = last && first?.energyWh === reading.energyWh && last.energyWh === reading.energyWh;
  return { kept: [...(isSame ? kept.slice(0, -1) : kept), reading].slice(-MAX_READINGS), count: count + 1 };
}

function isSetBack(kept: readonly RecentReading[], { atMs, context }: RecentReading): boolean {
  const same = kept.findLast((reading) => reading.context === context);
  return same !== undefined && atMs < same.atMs;
}
