import type { Clock } from '#kernel/clock.ts';
import { MINUTE_MS } from '#kernel/durations.ts';
import type { ExpectedEnd } from './next-free.ts';

/** Nodes report once a minute. One that has been silent for longer is gone or has no sessions. */
const FRESH_MS = 2.5 * MINUTE_MS;

/** The expected ends of sessions on other nodes, as each last reported them. */
export function createEndsOnOtherNodes(clock: Clock) {
  const endsByNode = new Map<string, { ends: ExpectedEnd[]; atMs: number }>();

  return {
    save(nodeId: string, ends: (Omit<ExpectedEnd, 'at'> & { atMs: number })[]): void {
      const known = ends.map(({ atMs, ...place }) => ({ ...place, at: new Date(atMs) }));
      endsByNode.set(nodeId, { ends: known, atMs: clock.now().getTime() });
    },

    list(): ExpectedEnd[] {
      const oldest = clock.now().getTime() - FRESH_MS;
      for (const [nodeId, { atMs }] of endsByNode) if (atMs < oldest) endsByNode.delete(nodeId);
      return [...endsByNode.values()].flatMap(({ ends }) => ends);
    },
  };
}
