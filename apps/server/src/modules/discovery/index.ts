import * as z from 'zod/mini';
import { isCaptive } from '@bijli/contract/station-access';
import type { StationFilterField, StationFilterOption } from '@bijli/contract/station-filter';
import type { Station, StationAvailability } from '@bijli/contract/stations';
import { subject, type Bus } from '#cluster/bus.ts';
import type { Database } from '#db/database.ts';
import { notice, type Events } from '#events/events.ts';
import type { ReadyBody } from '#http/calls/ready-body.ts';
import type { LinkPreview } from '#http/pages/link-preview.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Log } from '#kernel/log.ts';
import { availabilityChanged, availabilityOnWire, type Availability } from '#modules/availability/index.ts';
import type { Network, StationRow } from '#modules/network/index.ts';
import { createBookmarks } from './bookmarks/bookmarks.ts';
import { refuse } from './discovery.refusals.ts';
import { createExpectedEnds } from './expected-ends/expected-ends.ts';
import { countOptions, type FilterContext } from './list/station-filter.ts';
import { createStationListCache } from './list/station-list-cache.ts';
import type { MatchingPlace } from './search/places.ts';
import { MIN_SEARCH_LENGTH, coordinatesIn, searchable, parseWindow, parseZoom } from './station-query.ts';
import { outOfUseOnWire } from './station-wire.ts';
import { createStationDetails } from './station/station-details.ts';
import { previewOfStation } from './station/station-preview.ts';

export { discoveryData } from './personal-data.store.ts';
export { savePlaces } from './search/places.ts';
export type { ChargePointStats } from './station-wire.ts';

/** Published when the list shows a changed availability: at most twice a second, with each station's latest state. */
export const stationsChanged = notice<StationAvailability[]>('discovery.stationsChanged');

/** A search with more results than this needs another word. */
const MAX_FOUND_STATIONS = 500;
const MAX_PLACES = 5;

/** Tells other nodes that a station's average rating has changed. */
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
  /** Set if other nodes share the database. */
  bus?: Bus | undefined;
}

/** The filter of a list. */
export type StationQueryFilter = Omit<FilterContext, 'at'>;

/** The results of a search. */
export interface SearchResult {
  stations: Station[];
  /** Total number of results. */
  total: number;
  places: MatchingPlace[];
  /** True if nothing matches exactly, so these are similar spellings. */
  isFuzzyMatch: boolean;
}

export type Discovery = ReturnType<typeof createDiscovery>;

/** How drivers find stations: list, map windows, search, filters, bookmarks. */
export function createDiscovery({ database, clock, log, network, availability, events, bus }: DiscoveryOptions) {
  const listCache = createStationListCache({ database, clock, log, network, availability });
  bus?.subscribe(stationRated, ({ stationId, averageRating }) =>
    listCache.changeAverageRating(stationId, averageRating),
  );

  events.onNotice(availabilityChanged, (changes) => {
    const list = listCache.latestIfRead();
    // Stations that are not in use are in no list. Before the list is loaded it is unknown which they are, and screens
    // ignore stations that they do not show.
    const shown = list ? changes.filter((one) => list.setAvailability(one.stationId, one.availability)) : changes;
    if (shown.length === 0) return;
    events.notify(
      stationsChanged,
      shown.map((one) => availabilityOnWire(one.stationId, one.availability)),
    );
  });

  /** Converts a station to its form in lists. A station that is not in use has nothing online. */
  async function listedStation(station: StationRow): Promise<Station> {
    const list = await listCache.latest();
    return list.get(station.id) ?? outOfUseOnWire(station, clock.now());
  }

  function searchKeyOf(text: string): string {
    const search = searchable(text);
    return search.length < MIN_SEARCH_LENGTH ? refuse('search_too_short') : search;
  }

  return {
    /**
     * Lists every station, or those inside `west,south,east,north` that match the filter. With a zoom they are
     * clustered for a map. Throws window_invalid.
     */
    async listStations(
      window: string | undefined,
      zoom: string | undefined,
      filter: StationQueryFilter,
    ): Promise<ReadyBody> {
      const box = window === undefined ? undefined : (parseWindow(window) ?? refuse('window_invalid'));
      const closeness = zoom === undefined ? undefined : (parseZoom(zoom) ?? refuse('window_invalid'));
      const list = await listCache.latest();
      const isNarrowed = Object.keys(filter.choices).length > 0;
      if (!box && !isNarrowed) return list.bodyOfAll();
      const context = { ...filter, at: clock.now() };
      const isPlain = !isNarrowed && filter.carTypes.length === 0;
      if (box && closeness !== undefined) return list.forMap(box, closeness, isPlain ? undefined : context);
      return list.matching(context, box);
    },

    /**
     * What a preview of a shared link shows to anybody. Undefined if the station is not in use, or only for people of
     * its site.
     */
    findStationPreview(stationId: string, publicUrl: string): LinkPreview | undefined {
      const found = listCache.latestIfRead()?.get(stationId);
      return found && !isCaptive(found) ? previewOfStation(found, publicUrl) : undefined;
    },

    ...createStationDetails({ clock, network, availability, listedStation }),

    /**
     * Finds stations in use that contain every word of the text and match the filter, best first. Also finds places of
     * that name, first those in the driver's State. Throws search_too_short.
     */
    async searchStations(text: string, filter: StationQueryFilter, near?: string): Promise<SearchResult> {
      const context = { ...filter, at: clock.now() };
      const list = await listCache.latest();
      const stations = await list.search(searchKeyOf(text), context, MAX_FOUND_STATIONS);
      const places = list.gazetteer.find(
        searchKeyOf(text),
        MAX_PLACES,
        near === undefined ? undefined : coordinatesIn(near),
      );
      return { ...stations, places: places.places, isFuzzyMatch: stations.isFuzzyMatch && places.isFuzzyMatch };
    },

    /** The filter options for the list or for a search, each with its count. Throws search_too_short. */
    async listFilterOptions(
      text: string,
      filter: StationQueryFilter,
    ): Promise<{ total: number; options: Record<StationFilterField, StationFilterOption[]> }> {
      const list = await listCache.latest();
      const among = await list.counted(searchable(text) === '' ? '' : searchKeyOf(text));
      return countOptions(among, { ...filter, at: clock.now() }, list.options);
    },

    ...createBookmarks({ database, clock, network, listedStation }),

    /** Finds a charge point by the number on its sticker. Throws charger_not_found. */
    getChargePointByNumber: network.getChargePointByNumber,

    listLocalities: network.listLocalities,

    ...createExpectedEnds({ clock, network, listCache, bus }),

    /** Saves the average rating of a station. Undefined: it has no reviews. */
    async changeAverageRating(stationId: string, averageRating: number | undefined): Promise<void> {
      await network.changeAverageRating(stationId, averageRating);
      bus?.publish(stationRated, { stationId, ...(averageRating !== undefined && { averageRating }) });
      await listCache.changeAverageRating(stationId, averageRating);
    },

    /** Loads the list, so that the first caller does not wait. */
    async loadList(): Promise<void> {
      await listCache.latest();
    },

    /** Stops reloading the list. Resolves once no reload is running. */
    close: (): Promise<void> => listCache.close(),
  };
}
