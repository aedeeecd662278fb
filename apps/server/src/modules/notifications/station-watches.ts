import type { Database, Tx } from '#db/database.ts';
import type { Events } from '#events/events.ts';
import type { Clock } from '#kernel/clock.ts';
import { every } from '#kernel/every.ts';
import type { Log } from '#kernel/log.ts';
import { stationsChanged, type Discovery } from '#modules/discovery/index.ts';
import type { Network } from '#modules/network/index.ts';
import type { NewNotification } from './notification-kinds.ts';
import { refuse } from './notifications.failures.ts';
import * as store from './station-watches.store.ts';

const WATCH_MS = 4 * 3_600_000;
/** Stations that one driver may watch at a time: each is looked at every few seconds. */
const MAX_WATCHES = 20;
/** How often watched stations are looked at, besides whenever they are heard of: what changes and changes back within half a second is not announced. */
const SWEEP_MS = 10_000;

export interface StationWatchOptions {
  database: Database;
  clock: Clock;
  log: Log;
  network: Pick<Network, 'name'>;
  discovery: Pick<Discovery, 'detail'>;
  events: Events;
  tell(tx: Tx, notification: NewNotification): Promise<void>;
}

/** Drivers who watch a station: each is told once, when a connector of it is free. */
export function createStationWatches({ database, clock, log, network, discovery, events, tell }: StationWatchOptions) {
  async function freeConnectors(stationId: string): Promise<number> {
    return (await discovery.detail(stationId)).station.connectors_free ?? 0;
  }

  /** Tells the drivers who watch these stations, each once: the watch ends with it. */
  async function publishFree(stationIds: string[]): Promise<void> {
    // Of a network that comes back nearly all have changed, and next to none are watched.
    const watched = new Set(await store.watchedStations(database, clock.now()));
    const ids = stationIds.filter((id) => watched.has(id));
    if (ids.length === 0) return;
    const names = new Map<string, string>();
    for (const id of ids) names.set(id, await network.name(id));
    await database.transaction(async (tx) => {
      const now = clock.now();
      for (const { stationId, driverId, since, until } of await store.takeWatches(tx, ids)) {
        if (until <= now) continue;
        const facts = { stationId, stationName: names.get(stationId) ?? '' };
        await tell(tx, { driverId, key: `free:${stationId}:${since.toISOString()}`, kind: 'station_free', facts });
      }
    });
  }

  async function sweep(): Promise<void> {
    const now = clock.now();
    const free: string[] = [];
    for (const id of await store.watchedStations(database, now)) if ((await freeConnectors(id)) > 0) free.push(id);
    await publishFree(free);
  }

  events.onNotice(stationsChanged, (changed) => {
    const free = changed.filter(({ connectors_free: count = 0 }) => count > 0).map(({ property_id: id }) => id);
    publishFree(free).catch((error: unknown) =>
      log.warn({ event: 'station_watch.not_checked', error }, 'drivers who watch a station will be told later'),
    );
  });

  return {
    /** Until when the driver watches a station; undefined when not. */
    async watchUntil(driverId: number, stationId: string): Promise<Date | undefined> {
      const watch = await store.findWatch(database, stationId, driverId);
      return watch && watch.until > clock.now() ? watch.until : undefined;
    },

    /** Watches a station until it is free, for four hours at most. Throws station_unknown, station_free_now, watch_limit. */
    async watch(driverId: number, stationId: string): Promise<Date> {
      if ((await freeConnectors(stationId)) > 0) refuse('station_free_now');
      const since = clock.now();
      const until = new Date(since.getTime() + WATCH_MS);
      await database.transaction(async (tx) => {
        await store.lockWatches(tx, driverId);
        const others = await store.countOtherWatches(tx, { stationId, driverId, since });
        if (others >= MAX_WATCHES) refuse('watch_limit', { max: MAX_WATCHES });
        await store.putWatch(tx, { stationId, driverId, since, until });
      });
      return until;
    },

    unwatch: (driverId: number, stationId: string): Promise<void> => store.dropWatch(database, stationId, driverId),

    /** Checks the watched stations until the answer is called. */
    keepSweeping: (): (() => Promise<void>) =>
      every(sweep, { everyMs: SWEEP_MS, clock, log, failed: 'watched stations are looked at again later' }),
  };
}
