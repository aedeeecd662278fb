import type { Clock } from '#kernel/clock.ts';
import { MINUTE_MS } from '#kernel/durations.ts';
import type { ExpectedEnd } from './first-free.ts';

/** A node tells them once a minute; one that has been quiet for longer is gone, or looks after nothing any more. */
const FRESH_MS = 2.5 * MINUTE_MS;

/** When sessions are likely to end that other nodes look after, as each of them told last. */
export function createRemoteEnds(clock: Clock) {
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
