import type { StationAvailability } from '@bijli/contract/stations';
import type { Database, Tx } from '#db/database.ts';
import type { Events } from '#events/events.ts';
import type { Clock } from '#kernel/clock.ts';
import { HOUR_MS } from '#kernel/durations.ts';
import type { Log } from '#kernel/log.ts';
import { stationsChanged, type Discovery } from '#modules/discovery/index.ts';
import type { Network } from '#modules/network/index.ts';
import type { NewNotification } from './notification-kinds.ts';
import { refuse } from './notifications.refusals.ts';
import * as store from './station-watches.store.ts';

const WATCH_TTL_MS = 4 * HOUR_MS;
/** Maximum of stations that one driver watches, because each is checked every few seconds. */
const MAX_WATCHES = 20;

export interface StationWatchOptions {
  database: Database;
  clock: Clock;
  log: Log;
  network: Pick<Network, 'getStationName'>;
  discovery: Pick<Discovery, 'getStationWithChargePoints' | 'listFreeTypesAt'>;
  events: Events;
  notifyDriver(tx: Tx, notification: NewNotification): Promise<void>;
}

function typesWithFree(plugs: readonly { type: string; free: number }[] = []): string[] {
  return plugs.filter(({ free }) => free > 0).map(({ type }) => type);
}

/** Watches of stations. Each driver is notified once, when a connector is free. */
export function createStationWatches({
  database,
  clock,
  log,
  network,
  discovery,
  events,
  notifyDriver,
}: StationWatchOptions) {
  async function freeTypesOf(stationId: string): Promise<string[]> {
    return typesWithFree((await discovery.getStationWithChargePoints(stationId)).station.plugs);
  }

  /** Notifies the drivers who watch a station, and ends their watches. */
  async function notifyWatchers(stationId: string, types: string[]): Promise<void> {
    if (types.length === 0) return;
    const stationName = await network.getStationName(stationId);
    await database.transaction(async (tx) => {
      const now = clock.now();
      for (const { driverId, since, until } of await store.endWatches(tx, stationId, types)) {
        if (until <= now) continue;
        const facts = { stationId, stationName };
        await notifyDriver(tx, {
          driverId,
          key: `free:${stationId}:${since.toISOString()}`,
          kind: 'station_free',
          facts,
        });
      }
    });
  }

  async function notifyWatchersOf(changed: StationAvailability[]): Promise<void> {
    // When a whole network comes back, nearly all stations have changed and hardly any is watched.
    const watched = new Set(await store.listWatchedStationIds(database, clock.now()));
    for (const { property_id: id, plugs_free: plugs } of changed)
      if (watched.has(id)) await notifyWatchers(id, typesWithFree(plugs));
  }

  events.onNotice(stationsChanged, (changed) => {
    notifyWatchersOf(changed).catch((error: unknown) =>
      log.warn(
        { event: 'station.watches_not_checked', error },
        'watched stations could not be checked; trying again later',
      ),
    );
  });

  return {
    /** When the driver's watch of a station ends. Undefined if there is none. */
    async findWatchEnd(driverId: number, stationId: string): Promise<Date | undefined> {
      const watch = await store.findWatch(database, stationId, driverId);
      return watch && watch.until > clock.now() ? watch.until : undefined;
    },

    /**
     * Watches a station until a connector of these types, or any connector, is free, for four hours at most. Returns
     * until when. Throws station_unknown, station_free_now, watch_limit.
     */
    async watch(driverId: number, stationId: string, connectorTypes: string[] = []): Promise<Date> {
      const free = await freeTypesOf(stationId);
      const isFree = connectorTypes.length === 0 ? free.length > 0 : free.some((type) => connectorTypes.includes(type));
      if (isFree) refuse('station_free_now');
      const since = clock.now();
      const until = new Date(since.getTime() + WATCH_TTL_MS);
      await database.transaction(async (tx) => {
        await store.lockWatchesOfDriver(tx, driverId);
        const others = await store.countOtherWatches(tx, { stationId, driverId, since });
        if (others >= MAX_WATCHES) refuse('watch_limit', { max: MAX_WATCHES });
        await store.saveWatch(tx, { stationId, driverId, since, until, connectorTypes });
      });
      return until;
    },

    /** Ends the watch, if there is one. */
    unwatch: (driverId: number, stationId: string): Promise<void> => store.deleteWatch(database, stationId, driverId),

    /**
     * Notifies the drivers who watch a station that is free. This is a job because `stationsChanged` does not announce
     * a change that is undone within half a second.
     */
    async checkWatches(): Promise<void> {
      const watched = await store.listWatchedStationIds(database, clock.now());
      if (watched.length === 0) return;
      for (const [id, types] of await discovery.listFreeTypesAt(watched)) await notifyWatchers(id, types);
    },
  };
}
