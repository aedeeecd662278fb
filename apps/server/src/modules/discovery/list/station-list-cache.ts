import type { Database } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import type { Log } from '#kernel/log.ts';
import { createSerialQueue } from '#kernel/serial-queue.ts';
import { inWorkload } from '#kernel/workload.ts';
import type { Availability } from '#modules/availability/index.ts';
import type { Network } from '#modules/network/index.ts';
import { listPlaces } from '../search/places.store.ts';
import { Gazetteer } from '../search/places.ts';
import { NetworkBuilder } from './network-builder.ts';
import { StationList } from './station-list.ts';

/** How long a caller waits for a newer list if there is an older one. Reading a large network takes seconds. */
const NEW_LIST_TIMEOUT_MS = 500;
/** How often a list in use is compared with changes by other servers and the command line. */
const COMPARE_EVERY_MS = 2 * SECOND_MS;

export interface StationListCacheOptions {
  database: Database;
  clock: Clock;
  log: Log;
  network: Network;
  availability: Availability;
}

export type StationListCache = ReturnType<typeof createStationListCache>;

/** The list of stations. It is loaded at first use, and again whenever the network has changed. */
export function createStationListCache({ database, clock, log, network, availability }: StationListCacheOptions) {
  let current: { list: StationList; revision: string } | undefined;
  let firstRead: Promise<void> | undefined;
  /** Runs loads and changes one after the other, because a load might miss a change. */
  const changing = createSerialQueue();
  let comparedAtMs = 0;

  /**
   * Loads the list if it is outdated. With a million stations that takes longer than a request may use the database.
   */
  const renew = (): Promise<void> => inWorkload('background', read);

  async function read(): Promise<void> {
    comparedAtMs = clock.now().getTime();
    const revision = await network.readRevision();
    if (current?.revision === revision) return;
    const builder = new NetworkBuilder();
    const [towns, localities] = await Promise.all([
      listPlaces(database),
      network.listLocalities(),
      network.readStationsInUse(builder),
    ]);
    await availability.countAgain();
    // Nothing may be awaited from here on, or changes meanwhile would be missed.
    const now = clock.now();
    const list = new StationList(builder.build(now), now, new Gazetteer(towns, localities));
    for (const { stationId, availability: counted } of availability.listCounted())
      list.setAvailability(stationId, counted);
    current = { list, revision };
  }

  function waitForNewList(task: Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const stop = clock.after(NEW_LIST_TIMEOUT_MS, resolve);
    void task.then(resolve).finally(stop);
    return promise;
  }

  return {
    /** The current list. A caller waits only a moment for a newer one. */
    async latest(): Promise<StationList> {
      if (!current) {
        firstRead ??= changing.run(renew).finally(() => {
          firstRead = undefined;
        });
        await firstRead;
      } else if (clock.now().getTime() - comparedAtMs >= COMPARE_EVERY_MS) {
        // Set before the comparison, so that no other caller starts one.
        comparedAtMs = clock.now().getTime();
        const renewed = changing
          .run(renew)
          .catch((error: unknown) =>
            log.warn({ event: 'station.list_not_renewed', error }, 'the list of stations could not be reloaded'),
          );
        await waitForNewList(renewed);
      }
      if (!current) throw new Error('The list of stations was not read.');
      current.list.updateHour(clock.now());
      return current.list;
    },

    /** The list if it is loaded. */
    latestIfRead: (): StationList | undefined => current?.list,

    /**
     * Updates a station's average rating in the list, after it is stored. It waits for a load, which may not have seen
     * it.
     */
    changeAverageRating: (stationId: string, averageRating: number | undefined): Promise<void> =>
      changing.run(async () => current?.list.setAverageRating(stationId, averageRating)),

    async close(): Promise<void> {
      await changing.idle();
    },
  };
}
