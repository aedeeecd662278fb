import type { Database, Tx } from '#db/database.ts';
import type { Events } from '#events/events.ts';
import type { Clock } from '#kernel/clock.ts';
import { every } from '#kernel/every.ts';
import type { Log } from '#kernel/log.ts';
import { stationsChanged, type Discovery } from '#modules/discovery/index.ts';
import type { Network } from '#modules/network/index.ts';
import * as store from './availability-alerts.store.ts';
import type { Notice } from './notice.ts';
import { refuse } from './notifications.failures.ts';

const ALERT_MS = 4 * 3_600_000;
/** Stations that one driver may wait for: each is looked at every few seconds. */
const MAX_ALERTS = 20;
/** How often awaited stations are looked at, besides whenever they are heard of: what changes and changes back within half a second is not announced. */
const SWEEP_MS = 10_000;

export interface AlertsOptions {
  database: Database;
  clock: Clock;
  log: Log;
  network: Pick<Network, 'name'>;
  discovery: Pick<Discovery, 'detail'>;
  events: Events;
  tell(tx: Tx, notice: Notice): Promise<void>;
}

/** Drivers who wait for a station to be free, each told once. */
export function createAvailabilityAlerts({ database, clock, log, network, discovery, events, tell }: AlertsOptions) {
  async function freeConnectors(stationId: string): Promise<number> {
    return (await discovery.detail(stationId)).station.connectors_free ?? 0;
  }

  /** Tells those who wait for these stations; each once, because the waiting ends with it. */
  async function publishFree(stationIds: string[]): Promise<void> {
    // Of a network that comes back nearly all are news, and next to none are waited for.
    const awaited = new Set(await store.awaitedStations(database, clock.now()));
    const wanted = stationIds.filter((id) => awaited.has(id));
    if (wanted.length === 0) return;
    const names = new Map<string, string>();
    for (const id of wanted) names.set(id, await network.name(id));
    await database.transaction(async (tx) => {
      const now = clock.now();
      for (const { stationId, driverId, since, until } of await store.takeAlerts(tx, wanted)) {
        if (until <= now) continue;
        const facts = { stationId, stationName: names.get(stationId) ?? '' };
        await tell(tx, { driverId, key: `free:${stationId}:${since.toISOString()}`, kind: 'station_free', facts });
      }
    });
  }

  async function sweep(): Promise<void> {
    const now = clock.now();
    const free: string[] = [];
    for (const id of await store.awaitedStations(database, now)) if ((await freeConnectors(id)) > 0) free.push(id);
    await publishFree(free);
  }

  events.onNotice(stationsChanged, (changed) => {
    const free = changed.filter(({ connectors_free: count = 0 }) => count > 0).map(({ property_id: id }) => id);
    publishFree(free).catch((error: unknown) =>
      log.warn({ event: 'availability_alerts.failed', error }, 'drivers who wait for a station will be told later'),
    );
  });

  return {
    /** Until when the driver waits for a station; undefined when not. */
    async watchUntil(driverId: number, stationId: string): Promise<Date | undefined> {
      const alert = await store.findAlert(database, stationId, driverId);
      return alert && alert.until > clock.now() ? alert.until : undefined;
    },

    /** Waits for a station to be free. Throws station_unknown, station_free_now, watch_limit. */
    async watch(driverId: number, stationId: string): Promise<Date> {
      if ((await freeConnectors(stationId)) > 0) refuse('station_free_now');
      const since = clock.now();
      const until = new Date(since.getTime() + ALERT_MS);
      await database.transaction(async (tx) => {
        await store.lockAlerts(tx, driverId);
        const others = await store.countOtherAlerts(tx, { stationId, driverId, since });
        if (others >= MAX_ALERTS) refuse('watch_limit', { max: MAX_ALERTS });
        await store.putAlert(tx, { stationId, driverId, since, until });
      });
      return until;
    },

    unwatch: (driverId: number, stationId: string): Promise<void> => store.dropAlert(database, stationId, driverId),

    /** Looks at awaited stations until the answer is called. */
    keepSweeping: (): (() => Promise<void>) =>
      every(sweep, { everyMs: SWEEP_MS, clock, log, failed: 'awaited stations are looked at again later' }),
  };
}
