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
/** A count as it is stored: the start is left out, because the row has it. */
type StoredCount = Partial<Omit<RegisterCount, 'lastReadAt' | 'lastReceivedAt' | 'before'>> & {
  /** `lastReadAt` and `lastReceivedAt` */
  seenAt?: Date | undefined;
  heardAt?: Date | undefined;
  before?: StoredCount | undefined;
};
const TIMES = new Set(['at', 'receivedAt', 'seenAt', 'heardAt']);

/** Text for the row. Rows call the count `settled`, and two of its times by other names. */
export function formatCheckpoint({ kept, countBefore }: CountingCheckpoint): string {
  return JSON.stringify({ kept, settled: storedCount(countBefore) });
}

function storedCount({ lastReadAt, lastReceivedAt, before, ...count }: RegisterCount): object {
  const stored = before && storedCount(before);
  return { ...count, start: undefined, seenAt: lastReadAt, heardAt: lastReceivedAt, before: stored };
}

function countOf({ seenAt, heardAt, before, ...stored }: StoredCount, start: RegisterCount): RegisterCount {
  const countBefore = before && countOf(before, start);
  return {
    ...start,
    ...stored,
    lastReadAt: seenAt,
    lastReceivedAt: heardAt ?? start.lastReceivedAt,
    before: countBefore,
  };
}

/** Reads the text of a row. Samples that were stored later must be added. */
export function parseCheckpoint(written: string, start: Pick<Start, 'registerWh' | 'at'>): CountingCheckpoint {
  const { kept, settled } = JSON.parse(written, (key, value: unknown) =>
    TIMES.has(key) ? new Date(value as string) : value,
  ) as { kept: number; settled: StoredCount };
  return { kept, countBefore: countOf(settled, countFrom(start)) };
}
