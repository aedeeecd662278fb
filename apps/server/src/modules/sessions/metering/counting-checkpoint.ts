import { countFrom, type RegisterCount } from './register-count.ts';

/**
 * How far a running session has been counted. It is stored in the session's row, so that a restarted server goes on
 * from there.
 */
export interface CountingCheckpoint {
  /** Number of stored samples. */
  kept: number;
  /** The count, without the latest readings, which late ones may still precede. */
  countBefore: RegisterCount;
}

type Start = RegisterCount['start'];
const TIMES = new Set(['at', 'receivedAt', 'seenAt', 'heardAt']);

/** Text for the row. The start is left out, because the row has it. Rows call the count `settled`. */
export function formatCheckpoint({ kept, countBefore }: CountingCheckpoint): string {
  return JSON.stringify({ kept, settled: withoutStart(countBefore) });
}

function withoutStart(count: RegisterCount): object {
  return { ...count, start: undefined, before: count.before && withoutStart(count.before) };
}

/** Reads the text of a row. Samples that were stored later must be added. */
export function parseCheckpoint(written: string, start: Pick<Start, 'registerWh' | 'at'>): CountingCheckpoint {
  const { kept, settled } = JSON.parse(written, (key, value: unknown) =>
    TIMES.has(key) ? new Date(value as string) : value,
  ) as { kept: number; settled: Partial<RegisterCount> };
  const startCount = countFrom(start);
  const before = settled.before && { ...startCount, ...settled.before };
  return { kept, countBefore: { ...startCount, ...settled, before } };
}
