import { pathFrom, type MeterPath } from './meter-path.ts';

/** Where the counting of a running session stands: its row keeps it, and a server that was restarted goes on from there. */
export interface CountingCheckpoint {
  /** How many of its samples are stored. */
  kept: number;
  /** The path up to the readings that may still change their places. */
  settled: MeterPath;
}

type Start = MeterPath['start'];
const TIMES = new Set(['at', 'receivedAt', 'seenAt', 'heardAt']);

/** As the row keeps it: without the start, which the row tells itself. */
export function formatCheckpoint({ kept, settled }: CountingCheckpoint): string {
  return JSON.stringify({ kept, settled: withoutStart(settled) });
}

function withoutStart(path: MeterPath): object {
  return { ...path, start: undefined, before: path.before && withoutStart(path.before) };
}

/** What a row keeps of a session that began there; the readings that are stored since tell the rest. */
export function parseCheckpoint(written: string, start: Pick<Start, 'registerWh' | 'at'>): CountingCheckpoint {
  const { kept, settled } = JSON.parse(written, (key, value: unknown) =>
    TIMES.has(key) ? new Date(value as string) : value,
  ) as { kept: number; settled: Partial<MeterPath> };
  const startPath = pathFrom(start);
  const before = settled.before && { ...startPath, ...settled.before };
  return { kept, settled: { ...startPath, ...settled, before } };
}
