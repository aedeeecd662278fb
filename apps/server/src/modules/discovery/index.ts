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

/** Stations whose availability has changed, once the list shows it; at most twice a second, each with its latest state. */
export const stationsChanged = notice<StationAvailability[]>('discovery.stationsChanged');

/** A search that finds more than this wants another word. */
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
  /** To the nodes that share the database with this one. */
  bus?: Bus | undefined;
}

/** What a list is narrowed by. */
export type StationQueryFilter = Omit<FilterContext, 'at'>;

/** What a text finds. */
export interface SearchResult {
  stations: Station[];
  /** How many there are in all. */
  total: number;
  places: MatchingPlace[];
  /** Nothing is spelled like the text, and these are spelled nearly so. */
  isFuzzyMatch: boolean;
}

export type Discovery = ReturnType<typeof createDiscovery>;

/** How drivers find stations: list, map windows, search, filters, what they have saved. */
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

  /** A station of a list; one no longer in use is shown with nothing online. */
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
     * Every station, or those that suit: inside `west,south,east,north`, and as the driver wishes. With a zoom, as a map of
     * that zoom draws them. Throws window_invalid.
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
     * Stations in use that have every word of the text and suit the driver, the best first, and places so named, those of
     * the State that the driver looks at first. Throws search_too_short.
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

    /** What the list, or the stations found by a text, can be narrowed by, each with its count. Throws search_too_short. */
    async filterOptions(
      text: string,
      filter: StationQueryFilter,
    ): Promise<{ total: number; options: Record<StationFilterField, StationFilterOption[]> }> {
      const list = await live.latest();
      const among = await list.counted(searchable(text) === '' ? '' : searchOf(text));
      return countOptions(among, { ...filter, at: clock.now() }, list.options);
    },

    ...createBookmarks({ database, clock, network, listed }),

    /** The station of the charge point with a number, as it is read off its sticker. Throws charger_not_found. */
    chargePointByNumber: network.chargePointByNumber,

    localities: network.localities,

    ...createExpectedEnds({ clock, network, live, bus }),

    /** Keeps the average rating of a station; undefined without reviews. */
    async changeAverageRating(stationId: string, averageRating: number | undefined): Promise<void> {
      await network.changeAverageRating(stationId, averageRating);
      bus?.tell(stationRated, { stationId, ...(averageRating !== undefined && { averageRating }) });
      await live.changeAverageRating(stationId, averageRating);
    },

    /** Resolves once the list is read: whoever comes first does not wait for it. */
    async prepare(): Promise<void> {
      await live.latest();
    },

    /** Ends the reading of the list, and resolves once none is under way. */
    close: (): Promise<void> => live.close(),
  };
}
