import type { StationAvailability } from '@bijli/contract/stations';
import type { Database } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { inLane } from '#kernel/lane.ts';
import type { Log } from '#kernel/log.ts';
import { availabilityOf } from './availability.ts';
import * as links from './links.store.ts';
import { listPlaces } from './places.store.ts';
import { Gazetteer } from './places.ts';
import { StationList } from './station-list.ts';
import * as store from './stations.store.ts';

/** Changes that come within this time are told together. */
const GATHER_MS = 500;
/** How long a caller waits for a new list where there is an older one: a large network takes seconds to read. */
const PATIENCE_MS = 500;
/** How often a list that is asked for is compared with what other servers and the command line have changed. */
const REVISION_MS = 2_000;
/** How long a change stays news: a screen whose list is older than that loads a new one. */
const NEWS_MS = 30_000;

export interface NetworkOptions {
  database: Database;
  clock: Clock;
  log: Log;
  announce(changed: StationAvailability[]): void;
}

export type Network = ReturnType<typeof createNetwork>;

/**
 * Which chargers are linked to this server, and the list of stations that follows from it. Links live in memory only: a
 * server that has just started knows of none.
 */
export function createNetwork({ database, clock, log, announce }: NetworkOptions) {
  const online = new Set<string>();
  const touched = new Set<string>();
  /** What was announced last of each station, the oldest first. */
  const news = new Map<string, { change: StationAvailability; at: number }>();
  let gathering: (() => void) | undefined;
  let lastTurn: Promise<unknown> = Promise.resolve();
  let loaded: { list: StationList; revision: string } | undefined;
  let firstLoad: Promise<void> | undefined;
  let comparedAt = 0;

  /** Loading and counting take turns: each builds on what the one before has left. */
  function inTurn(deed: () => Promise<void>): Promise<void> {
    const done = lastTurn.then(deed);
    // Whoever asked for the turn learns of its failure; the next one is not to fail with it.
    lastTurn = done.catch(() => undefined);
    return done;
  }

  /** Of a million stations it takes longer than a call may keep the database. */
  const load = (): Promise<void> => inLane('background', read);

  async function read(): Promise<void> {
    const now = clock.now();
    comparedAt = now.getTime();
    const revision = await store.readRevision(database);
    if (loaded?.revision === revision) return;
    const [stations, equipment, tariffs, places] = await Promise.all([
      store.listStations(database),
      store.listEquipment(database),
      store.listTariffs(database),
      listPlaces(database),
    ]);
    const equipmentOf = new Map(equipment.map((entry) => [entry.stationId, entry]));
    const list = new StationList(now, new Gazetteer(places));
    for (const station of stations) {
      list.put({
        station,
        equipment: equipmentOf.get(station.id),
        bands: tariffs.get(station.id) ?? [],
        availability: loaded?.list.availabilityOf(station.id),
        now,
      });
    }
    const changed = await count(list, await store.stationsOf(database, [...online]));
    // The first list changes nothing for anybody: nobody has seen another.
    if (loaded) tellAll(changed);
    loaded = { list, revision };
  }

  function tellAll(changed: StationAvailability[]): void {
    if (changed.length === 0) return;
    const at = clock.now().getTime();
    for (const change of changed) {
      news.delete(change.property_id);
      news.set(change.property_id, { change, at });
    }
    forget();
    announce(changed);
  }

  function forget(): void {
    const oldest = clock.now().getTime() - NEWS_MS;
    for (const [id, { at }] of news) {
      if (at >= oldest) return;
      news.delete(id);
    }
  }

  /** Counts what is free at stations; answers those where that is news. */
  async function count(list: StationList, stationIds: string[]): Promise<StationAvailability[]> {
    if (stationIds.length === 0) return [];
    const chargers = Map.groupBy(await store.chargersOf(database, stationIds), ({ stationId }) => stationId);
    return stationIds
      .map((id) => {
        const states = (chargers.get(id) ?? []).map((charger) => ({ ...charger, online: online.has(charger.id) }));
        return list.setAvailability(id, availabilityOf(states));
      })
      .filter((change) => change !== undefined);
  }

  async function list(): Promise<StationList> {
    if (!loaded) {
      firstLoad ??= inTurn(load).finally(() => {
        firstLoad = undefined;
      });
      await firstLoad;
    } else if (clock.now().getTime() - comparedAt >= REVISION_MS) {
      comparedAt = clock.now().getTime();
      await patiently(
        inTurn(load).catch((error: unknown) => log.warn({ error }, 'the list of stations is not renewed')),
      );
    }
    if (!loaded) throw new Error('The list of stations was not loaded.');
    loaded.list.reprice(clock.now());
    return loaded.list;
  }

  function patiently(deed: Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = clock.after(PATIENCE_MS, resolve);
    void deed.then(resolve).finally(stop);
    return promise;
  }

  async function tell(): Promise<void> {
    const stationIds = [...touched];
    touched.clear();
    try {
      if (!loaded) await load();
      if (loaded) tellAll(await count(loaded.list, stationIds));
    } catch (error) {
      log.warn({ error }, 'availability could not be counted; trying again');
      for (const id of stationIds) touch(id);
    }
  }

  /** Something at this station has changed; it is counted and told soon. */
  function touch(stationId: string | undefined): void {
    if (stationId === undefined) return;
    touched.add(stationId);
    gathering ??= clock.after(GATHER_MS, () => {
      gathering = undefined;
      void inTurn(tell);
    });
  }

  return {
    list,
    touch,
    online: (chargerId: string): boolean => online.has(chargerId),

    /** What a screen may have missed that has loaded its list and was not listening yet. */
    news(): StationAvailability[] {
      forget();
      return [...news.values()].map(({ change }) => change);
    },

    async linked(chargerId: string, up: boolean): Promise<void> {
      if (up) online.add(chargerId);
      else online.delete(chargerId);
      touch(await links.noteCharger(database, chargerId, { seenAt: clock.now() }));
    },

    /** Shows a station's mean rating, once it is kept; a list that is being loaded may not have seen it. */
    rated: (stationId: string, mean: number | undefined): Promise<void> =>
      inTurn(async () => loaded?.list.setRating(stationId, mean)),

    async close(): Promise<void> {
      gathering?.();
      gathering = undefined;
      await lastTurn;
    },
  };
}
