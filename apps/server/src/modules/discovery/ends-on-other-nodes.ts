import type { Clock } from '#kernel/clock.ts';
import { MINUTE_MS } from '#kernel/durations.ts';
import type { ExpectedEnd } from './next-free.ts';

/** Nodes report once a minute. One that has been silent for longer is gone or has no sessions. */
const FRESH_MS = 2.5 * MINUTE_MS;

/** The expected ends of sessions on other nodes, as each last reported them. */
export function createEndsOnOtherNodes(clock: Clock) {
  const told = new Map<string, { ends: ExpectedEnd[]; atMs: number }>();

  return {
    keep(nodeId: string, ends: (Omit<ExpectedEnd, 'at'> & { atMs: number })[]): void {
      const known = ends.map(({ atMs, ...place }) => ({ ...place, at: new Date(atMs) }));
      told.set(nodeId, { ends: known, atMs: clock.now().getTime() });
    },

    all(): ExpectedEnd[] {
      const oldest = clock.now().getTime() - FRESH_MS;
      for (const [nodeId, { atMs }] of told) if (atMs < oldest) told.delete(nodeId);
      return [...told.values()].flatMap(({ ends }) => ends);
    },
  };
}
