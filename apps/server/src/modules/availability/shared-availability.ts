import * as z from 'zod/mini';
import { subject, type Bus } from '#cluster/bus.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Log } from '#kernel/log.ts';

/** Something was reported at a station, or a link came or went. */
const change = z.object({
  stationId: z.string(),
  link: z.optional(z.object({ chargePointId: z.string(), isUp: z.boolean(), epoch: z.number() })),
});
export type SharedChange = z.infer<typeof change>;

/** Changes of one node, numbered. A node that misses a number has missed changes. */
const nodeChanges = subject('availability', z.object({ number: z.number(), changes: z.array(change) }));

/** Changes that come within this time are published together. */
const GATHER_MS = 200;
/** The most changes in one message. The bus carries no larger ones. */
const MAX_CHANGES = 2000;

export type SharedAvailability = ReturnType<typeof createSharedAvailability>;

/** Tells the other nodes which stations have changed. The state itself is read from the database. */
export function createSharedAvailability({ bus, clock, log }: { bus: Bus; clock: Clock; log: Log }) {
  let waiting: SharedChange[] = [];
  let gathering: (() => void) | undefined;
  let lastPublished = 0;
  /** The number of each node's last message. */
  const lastReceived = new Map<string, number>();

  function publishWaiting(): void {
    gathering?.();
    gathering = undefined;
    do {
      const changes = waiting.splice(0, MAX_CHANGES);
      if (changes.length > 0) lastPublished += 1;
      bus.publish(nodeChanges, { number: lastPublished, changes });
    } while (waiting.length > 0);
  }

  return {
    publish(one: SharedChange): void {
      waiting.push(one);
      gathering ??= clock.after(GATHER_MS, publishWaiting);
    },

    /** Publishes this node's last number, so that a node that has missed a message finds out. */
    publishLastNumber: publishWaiting,

    /** Applies the changes of other nodes. Calls `readMissed` if a message was lost. */
    subscribe(apply: (from: string, changes: SharedChange[]) => void, readMissed: () => Promise<void>): void {
      const readAgain = (): void =>
        void readMissed().catch((error: unknown) =>
          log.warn(
            { event: 'station.links_not_read', error },
            'the links of other nodes could not be read; trying again later',
          ),
        );
      bus.subscribe(nodeChanges, ({ number, changes }, from) => {
        const before = lastReceived.get(from);
        lastReceived.set(from, number);
        apply(from, changes);
        const isNext = before !== undefined && number === before + (changes.length > 0 ? 1 : 0);
        if (!isNext) readAgain();
      });
      bus.onBack(readAgain);
    },

    /** A node that has started anew counts from the beginning. */
    forget: (nodeId: string): void => void lastReceived.delete(nodeId),

    close(): void {
      gathering?.();
      waiting = [];
    },
  };
}
