import { pathFrom, type Path } from './meter-path.ts';

/** Where the counting of a running session stands: its row keeps it, and a server that was restarted goes on from there. */
export interface Counted {
  /** How many of its samples are stored. */
  kept: number;
  /** The path up to the readings that may still change their places. */
  settled: Path;
}

type Start = Path['start'];
const TIMES = new Set(['at', 'receivedAt', 'seenAt', 'heardAt']);

/** As the row keeps it: without the start, which the row tells itself. */
export function writtenCounted({ kept, settled }: Counted): string {
  return JSON.stringify({ kept, settled: withoutStart(settled) });
}

function withoutStart(path: Path): object {
  return { ...path, start: undefined, before: path.before && withoutStart(path.before) };
}

/** What a row keeps of a session that began there; the readings that are stored since tell the rest. */
export function readCounted(written: string, start: Pick<Start, 'registerWh' | 'at'>): Counted {
  const { kept, settled } = JSON.parse(written, (key, value: unknown) =>
    TIMES.has(key) ? new Date(value as string) : value,
  ) as { kept: number; settled: Partial<Path> };
  const startPath = pathFrom(start);
  const before = settled.before && { ...startPath, ...settled.before };
  return { kept, settled: { ...startPath, ...settled, before } };
}
