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
const news = subject('availability', z.object({ number: z.number(), changes: z.array(change) }));

/** Changes that come within this time are told together. */
const GATHER_MS = 200;
/** Larger messages than this are not carried. */
const MAX_CHANGES = 2000;

export type SharedAvailability = ReturnType<typeof createSharedAvailability>;

/** Tells the other nodes which stations have changed. The state itself is read from the database. */
export function createSharedAvailability({ bus, clock, log }: { bus: Bus; clock: Clock; log: Log }) {
  let waiting: SharedChange[] = [];
  let gathering: (() => void) | undefined;
  let lastTold = 0;
  /** The number that was heard last of each node. */
  const heard = new Map<string, number>();

  function tellWaiting(): void {
    gathering?.();
    gathering = undefined;
    do {
      const changes = waiting.splice(0, MAX_CHANGES);
      if (changes.length > 0) lastTold += 1;
      bus.publish(news, { number: lastTold, changes });
    } while (waiting.length > 0);
  }

  return {
    tell(one: SharedChange): void {
      waiting.push(one);
      gathering ??= clock.after(GATHER_MS, tellWaiting);
    },

    /** Tells where this node stands, so that whoever has missed its last word finds out. */
    beat: tellWaiting,

    /** Hears what other nodes tell; `missed` where something of it was lost. */
    hear(apply: (from: string, changes: SharedChange[]) => void, missed: () => Promise<void>): void {
      const readAgain = (): void =>
        void missed().catch((error: unknown) =>
          log.warn(
            { event: 'station.links_not_read', error },
            'the links of other nodes could not be read; trying again later',
          ),
        );
      bus.subscribe(news, ({ number, changes }, from) => {
        const before = heard.get(from);
        heard.set(from, number);
        apply(from, changes);
        const isNext = before !== undefined && number === before + (changes.length > 0 ? 1 : 0);
        if (!isNext) readAgain();
      });
      bus.onBack(readAgain);
    },

    /** Whoever began since has numbers of its own. */
    forget: (nodeId: string): void => void heard.delete(nodeId),

    close(): void {
      gathering?.();
      waiting = [];
    },
  };
}
