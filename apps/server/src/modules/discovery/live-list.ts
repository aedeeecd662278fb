import type { Database } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { inLane } from '#kernel/lane.ts';
import type { Log } from '#kernel/log.ts';
import type { AvailabilityOfNetwork } from '#modules/availability/index.ts';
import type { Network } from '#modules/network/index.ts';
import { listPlaces } from './places.store.ts';
import { Gazetteer } from './places.ts';
import { StationList } from './station-list.ts';

/** How long a caller waits for a new list where there is an older one: a large network takes seconds to read. */
const PATIENCE_MS = 500;
/** How often a list that is asked for is compared with what other servers and the command line have changed. */
const REVISION_MS = 2_000;

export interface LiveListOptions {
  database: Database;
  clock: Clock;
  log: Log;
  network: Network;
  availability: AvailabilityOfNetwork;
}

/** The list of stations, read when it is first asked for and again whenever the network has changed. */
export function createLiveList({ database, clock, log, network, availability }: LiveListOptions) {
  let loaded: { list: StationList; revision: string } | undefined;
  let firstLoad: Promise<void> | undefined;
  let lastTurn: Promise<unknown> = Promise.resolve();
  let comparedAt = 0;

  /** Loads, and changes that a load might miss, take turns. */
  function inTurn(task: () => Promise<void>): Promise<void> {
    const done = lastTurn.then(task);
    // Whoever asked for the turn learns of its failure; the next one is not to fail with it.
    lastTurn = done.catch(() => undefined);
    return done;
  }

  /** Of a million stations it takes longer than a call may keep the database. */
  const load = (): Promise<void> => inLane('background', read);

  async function read(): Promise<void> {
    comparedAt = clock.now().getTime();
    const revision = await network.revision();
    if (loaded?.revision === revision) return;
    const [stations, places] = await Promise.all([network.everyStation(), listPlaces(database)]);
    await availability.recount();
    // Nothing may be awaited from here on: what changes meanwhile would be missed.
    const now = clock.now();
    const list = new StationList(now, new Gazetteer(places));
    for (const one of stations) list.put({ ...one, availability: availability.of(one.station.id), now });
    loaded = { list, revision };
  }

  function patiently(task: Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = clock.after(PATIENCE_MS, resolve);
    void task.then(resolve).finally(stop);
    return promise;
  }

  return {
    /** As it is now; a caller waits only a moment for a newer one. */
    async now(): Promise<StationList> {
      if (!loaded) {
        firstLoad ??= inTurn(load).finally(() => {
          firstLoad = undefined;
        });
        await firstLoad;
      } else if (clock.now().getTime() - comparedAt >= REVISION_MS) {
        comparedAt = clock.now().getTime();
        const renewed = inTurn(load).catch((error: unknown) =>
          log.warn({ event: 'discovery.list_not_renewed', error }, 'the list of stations is not renewed'),
        );
        await patiently(renewed);
      }
      if (!loaded) throw new Error('The list of stations was not loaded.');
      loaded.list.reprice(clock.now());
      return loaded.list;
    },

    /** The list if there is one. */
    loaded: (): StationList | undefined => loaded?.list,

    /** Shows a station's mean rating, once it is kept; a list that is being loaded may not have seen it. */
    rated: (stationId: string, mean: number | undefined): Promise<void> =>
      inTurn(async () => loaded?.list.setRating(stationId, mean)),

    async close(): Promise<void> {
      await lastTurn;
    },
  };
}
