import * as z from 'zod/mini';
import type { StationFilterField, StationFilterOption } from '@bijli/contract/station-filter';
import type { Station, StationAvailability } from '@bijli/contract/stations';
import { subject, type Bus } from '#cluster/bus.ts';
import type { Database } from '#db/database.ts';
import { notice, type Events } from '#events/events.ts';
import type { ReadyBody } from '#http/ready-body.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Log } from '#kernel/log.ts';
import { availabilityChanged, availabilityOnWire, type Availability } from '#modules/availability/index.ts';
import type { Network, StationRow } from '#modules/network/index.ts';
import { createBookmarks } from './bookmarks.ts';
import { refuse } from './discovery.failures.ts';
import { createExpectedEnds } from './expected-ends.ts';
import { createLiveList } from './live-list.ts';
import type { MatchingPlace } from './places.ts';
import { createStationDetails } from './station-details.ts';
import { countOptions, type FilterContext } from './station-filter.ts';
import { MIN_SEARCH_LENGTH, coordinatesIn, searchable, readWindow, readZoom } from './station-query.ts';
import { outOfUseOnWire } from './station-wire.ts';

export { discoveryData } from './personal-data.store.ts';
export { savePlaces } from './places.ts';
export type { ChargePointFigures } from './station-wire.ts';

/** Stations whose availability has changed, once the list shows it. At most twice a second, each with its latest state. */
export const stationsChanged = notice<StationAvailability[]>('discovery.stationsChanged');

/** A search with more results than this needs another word. */
const MAX_STATIONS_FOUND = 500;
const MAX_PLACES = 5;

/** The average rating of a station has changed, in the database. */
const stationRated = subject(
  'station-rated',
  z.object({ stationId: z.string(), averageRating: z.optional(z.number()) }),
);
export interface DiscoveryOptions {
  database: Database;
  clock: Clock;
  log: Log;
  network: Network;
  availability: Availability;
  events: Events;
  /** To the other nodes of this database. */
  bus?: Bus | undefined;
}

/** The filter of a list. */
export type StationQueryFilter = Omit<FilterContext, 'at'>;

/** The results of a search. */
export interface SearchResult {
  stations: Station[];
  /** How many there are in total. */
  total: number;
  places: MatchingPlace[];
  /** Nothing matches the text exactly; these are spelled similarly. */
  isFuzzyMatch: boolean;
}

export type Discovery = ReturnType<typeof createDiscovery>;

/** How drivers find stations: list, map windows, search, filters, bookmarks. */
export function createDiscovery({ database, clock, log, network, availability, events, bus }: DiscoveryOptions) {
  const live = createLiveList({ database, clock, log, network, availability });
  bus?.hear(stationRated, ({ stationId, averageRating }) => live.changeAverageRating(stationId, averageRating));

  events.onNotice(availabilityChanged, (changes) => {
    const list = live.latestIfRead();
    // Stations out of use are in no list. Without a list nobody knows which they are, and a screen ignores those it does not show.
    const shown = list ? changes.filter((one) => list.setAvailability(one.stationId, one.availability)) : changes;
    if (shown.length === 0) return;
    events.notify(
      stationsChanged,
      shown.map((one) => availabilityOnWire(one.stationId, one.availability)),
    );
  });

  /** A station of a list. A station no longer in use has nothing online. */
  async function listed(station: StationRow): Promise<Station> {
    const list = await live.latest();
    return list.get(station.id) ?? outOfUseOnWire(station, clock.now());
  }

  function searchOf(text: string): string {
    const search = searchable(text);
    return search.length < MIN_SEARCH_LENGTH ? refuse('search_too_short') : search;
  }

  return {
    /**
     * Every station, or those inside `west,south,east,north` that match the filter. With a zoom, clustered for a map of that
     * zoom. Throws window_invalid.
     */
    async listStations(
      window: string | undefined,
      zoom: string | undefined,
      filter: StationQueryFilter,
    ): Promise<ReadyBody> {
      const box = window === undefined ? undefined : (readWindow(window) ?? refuse('window_invalid'));
      const closeness = zoom === undefined ? undefined : (readZoom(zoom) ?? refuse('window_invalid'));
      const list = await live.latest();
      const isNarrowed = Object.keys(filter.choices).length > 0;
      if (!box && !isNarrowed) return list.bodyOfAll();
      const context = { ...filter, at: clock.now() };
      if (box && closeness !== undefined) return list.forMap(box, closeness, isNarrowed ? context : undefined);
      return list.matching(context, box);
    },

    ...createStationDetails({ clock, network, availability, listed }),

    /**
     * Stations in use that contain every word of the text and match the filter, the best first, and places of that name, those
     * of the driver's State first. Throws search_too_short.
     */
    async searchStations(text: string, filter: StationQueryFilter, near?: string): Promise<SearchResult> {
      const context = { ...filter, at: clock.now() };
      const list = await live.latest();
      const stations = await list.search(searchOf(text), context, MAX_STATIONS_FOUND);
      const places = list.gazetteer.find(
        searchOf(text),
        MAX_PLACES,
        near === undefined ? undefined : coordinatesIn(near),
      );
      return { ...stations, places: places.places, isFuzzyMatch: stations.isFuzzyMatch && places.isFuzzyMatch };
    },

    /** The filter options of the list, or of a search, each with its count. Throws search_too_short. */
    async filterOptions(
      text: string,
      filter: StationQueryFilter,
    ): Promise<{ total: number; options: Record<StationFilterField, StationFilterOption[]> }> {
      const list = await live.latest();
      const among = await list.counted(searchable(text) === '' ? '' : searchOf(text));
      return countOptions(among, { ...filter, at: clock.now() }, list.options);
    },

    ...createBookmarks({ database, clock, network, listed }),

    /** The station of a charge point, by the number on its sticker. Throws charger_not_found. */
    chargePointByNumber: network.chargePointByNumber,

    localities: network.localities,

    ...createExpectedEnds({ clock, network, live, bus }),

    /** Saves the average rating of a station; undefined without reviews. */
    async changeAverageRating(stationId: string, averageRating: number | undefined): Promise<void> {
      await network.changeAverageRating(stationId, averageRating);
      bus?.tell(stationRated, { stationId, ...(averageRating !== undefined && { averageRating }) });
      await live.changeAverageRating(stationId, averageRating);
    },

    /** Resolves once the list is read: whoever comes first does not wait for it. */
    async prepare(): Promise<void> {
      await live.latest();
    },

    /** Stops reloading the list. Resolves once no reload is running. */
    close: (): Promise<void> => live.close(),
  };
}
