import type { Database } from '#db/database.ts';
import { createGroupedStatement } from '#db/statements/statement-groups.ts';
import type { Clock } from '#kernel/clock.ts';
import { DAY_MS, MINUTE_MS } from '#kernel/durations.ts';
import type { Log } from '#kernel/log.ts';
import type { StatusReport } from '#modules/network/index.ts';
import * as store from './downtimes.store.ts';

/** A server that has just started waits this long for charge points before it counts them as lost. */
const ABSENT_AFTER_MS = 2 * MINUTE_MS;
/** Longer than the month that statistics cover. */
const KEEP_DOWNTIMES_MS = 60 * DAY_MS;

const OUT_OF_ORDER: ReadonlySet<string> = new Set(['Faulted', 'Unavailable']);

/** A charge point that has connected. */
interface Arrival {
  chargePointId: string;
  cameAt: Date;
}
type Entry = store.DowntimeChange | Arrival;

/** Records when charge points cannot be used, from their links and their status reports. */
export function createDowntimes({ database, clock, log }: { database: Database; clock: Clock; log: Log }) {
  /** Connectors that report a fault, by linked charge point, as they are stored. */
  const outOfOrder = new Map<string, Set<number>>();
  let isEnding = false;
  let waiting: (() => void) | undefined;

  const saveEntry = createGroupedStatement<Entry>(async (group) => {
    const came = group.flatMap((entry) => ('cameAt' in entry ? [entry.chargePointId] : []));
    // The last change of each place counts.
    const last = new Map<string, store.DowntimeChange>();
    for (const entry of group) {
      const change = 'cameAt' in entry ? linkRestored(entry) : entry;
      last.set(`${change.chargePointId} ${change.connector} ${change.cause}`, change);
    }
    await database.transaction((tx) => store.saveDowntimes(tx, [...last.values()]));
    if (came.length > 0) {
      const open = Map.groupBy(await store.listOpenDowntimes(database, came), ({ chargePointId }) => chargePointId);
      for (const chargePointId of came) {
        const byStatus = (open.get(chargePointId) ?? []).filter(({ cause }) => cause === 'status');
        outOfOrder.set(chargePointId, new Set(byStatus.map(({ connector }) => connector)));
      }
    }
    return group.map(() => undefined);
  });

  return {
    async noteConnected(chargePointId: string): Promise<void> {
      await saveEntry({ chargePointId, cameAt: clock.now() });
    },

    /** Ignores links that this server closes when it shuts down. */
    async noteDisconnected(chargePointId: string): Promise<void> {
      outOfOrder.delete(chargePointId);
      if (isEnding) return;
      await saveEntry({ chargePointId, connector: 0, cause: 'link', isDown: true, at: clock.now() });
    },

    /** Writes only changes, because charge points repeat their status all day. */
    async noteStatus({ chargePointId, connector, status }: StatusReport): Promise<void> {
      const isDown = OUT_OF_ORDER.has(status);
      if (outOfOrder.get(chargePointId)?.has(connector) === isDown) return;
      await saveEntry({ chargePointId, connector, cause: 'status', isDown, at: clock.now() });
      const known = outOfOrder.get(chargePointId);
      if (isDown) known?.add(connector);
      else known?.delete(connector);
    },

    /**
     * Called when the server starts: charge points that were connected before, and do not connect to any node, count as
     * lost.
     */
    begin(linked: () => string[]): void {
      const begunAt = clock.now();
      waiting = clock.after(ABSENT_AFTER_MS, () => {
        store.insertMissingDowntimes(database, begunAt, linked()).catch((error: unknown) => {
          log.warn(
            { event: 'charge_point.downtime_not_saved', error },
            'downtimes after a restart could not be stored',
          );
        });
      });
    },

    /** Called when this server closes links itself. */
    noteEnding(): void {
      isEnding = true;
      waiting?.();
    },

    /** Uptimes of those of these charge points that have ever connected. */
    listUptimes: (chargePointIds: string[], since: Date, now: Date): Promise<store.Uptime[]> =>
      store.listUptimes(database, chargePointIds, since, now),

    purgeExpired: (): Promise<void> =>
      store.purgeDowntimes(database, new Date(clock.now().getTime() - KEEP_DOWNTIMES_MS)),
  };
}

function linkRestored({ chargePointId, cameAt }: Arrival): store.DowntimeChange {
  return { chargePointId, connector: 0, cause: 'link', isDown: false, at: cameAt };
}
