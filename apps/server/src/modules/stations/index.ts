import type { Station, StationAvailability, StationFilterField, StationFilterOption } from '@bijli/contract/stations';
import type { Database, Tx } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { refuse } from '#kernel/failure.ts';
import type { Log } from '#kernel/log.ts';
import { availabilityOf, effectiveStatus, NOTHING_ONLINE } from './availability.ts';
import { chargerReports } from './charger-reports.ts';
import { describeConnector, type ConnectorDescription, type ConnectorPlace } from './connector-description.ts';
import { createNetwork } from './network.ts';
import type { Place } from './places.store.ts';
import type { ReadyBody } from '#http/ready-body.ts';
import { countOptions, suits, type FilterContext, type FilteredStation } from './station-filter.ts';
import * as store from './stations.store.ts';
import { isChargerId, isStationId, SEARCH_LEAST, searchable, windowOf, zoomOf } from './station-query.ts';
import { priceAt, type Current, type TariffBand } from './tariff.ts';
import { availabilityOnWire, connectorId, stationOnWire } from './wire.ts';

export { stationsData } from './personal-data.store.ts';
export { connectorTypeName, currentOfType } from './connector-types.ts';
export { importStations, type ImportSummary } from './import.ts';
export { putPlaces } from './places.ts';
export { listChargers, registerCharger } from './register.ts';

/** A search that finds more than this wants another word. */
const MOST_FOUND = 500;
const MOST_PLACES = 5;

export interface StationsOptions {
  database: Database;
  clock: Clock;
  log: Log;
  /** Hears of stations whose availability changed, at most twice a second, each with its latest state. */
  announce(changed: StationAvailability[]): void;
}

/** What a list is narrowed by. */
export type StationWish = Omit<FilterContext, 'at'>;

/** A station with its chargers, as its own page shows it. */
export interface StationDetail {
  row: store.StationRow;
  station: Station;
  chargers: (store.ChargerWithConnectors & { online: boolean })[];
  bands: TariffBand[];
  /** The moment that prices are wanted for. */
  at: Date;
}

/** What a start depends on. */
export interface ConnectorForStart {
  stationId: string;
  /** The charger's link is up and its station in use. */
  online: boolean;
  /** OCPP 1.6 ChargePointStatus as last reported. */
  status: string;
  /** Before GST, at this hour; `undefined` when nobody has set one. */
  pricePaisePerKwh: number | undefined;
  current: Current;
  maxW: number;
}

export type Stations = ReturnType<typeof createStations>;

/** The network: its stations, what they cost, and which of their connectors are free. */
export function createStations({ database, clock, log, announce }: StationsOptions) {
  const network = createNetwork({ database, clock, log, announce });

  async function known(stationId: string): Promise<store.StationRow> {
    const station = isStationId(stationId) ? await store.findStation(database, stationId) : undefined;
    return station ?? refuse('station_unknown');
  }

  /** A station of a list; one no longer in use is shown with nothing online. */
  async function listed(station: store.StationRow): Promise<Station> {
    const list = await network.list();
    return list.get(station.id) ?? stationOnWire(station, undefined, NOTHING_ONLINE, undefined);
  }

  /** Nothing can be started at a station that is out of use, whatever its chargers say. */
  function isOnline(station: store.StationRow | undefined, chargerId: string): boolean {
    return station?.operational === true && network.online(chargerId);
  }

  function wanted(text: string): string {
    const search = searchable(text);
    return search.length < SEARCH_LEAST ? refuse('search_too_short') : search;
  }

  return {
    ...chargerReports(database, clock, network),

    /** The availability of stations where it has changed within the last half minute. */
    news: () => network.news(),

    /**
     * Every station, or those that suit: inside `west,south,east,north`, and as the driver wishes. With a zoom, as a map of
     * that zoom draws them. Throws window_invalid.
     */
    async list(window: string | undefined, zoom: string | undefined, wish: StationWish): Promise<ReadyBody> {
      const box = window === undefined ? undefined : (windowOf(window) ?? refuse('window_invalid'));
      const closeness = zoom === undefined ? undefined : (zoomOf(zoom) ?? refuse('window_invalid'));
      const list = await network.list();
      const isNarrowed = Object.keys(wish.choices).length > 0;
      if (!box && !isNarrowed) return list.everything();
      const context = { ...wish, at: clock.now() };
      const isWanted = (one: FilteredStation): boolean => suits(one, context);
      if (box && closeness !== undefined) return list.drawn(box, closeness, isNarrowed ? isWanted : undefined);
      return list.only(isWanted, box);
    },

    /** Throws station_unknown. */
    async detail(stationId: string): Promise<StationDetail> {
      const row = await known(stationId);
      const [station, chargers, tariffs] = await Promise.all([
        listed(row),
        store.chargersOf(database, [stationId]),
        store.listTariffs(database, [stationId]),
      ]);
      const withLinks = chargers.map((charger) => ({ ...charger, online: isOnline(row, charger.id) }));
      return {
        row,
        station: { ...station, ...availabilityOnWire(stationId, availabilityOf(withLinks)) },
        chargers: withLinks,
        bands: tariffs.get(stationId) ?? [],
        at: clock.now(),
      };
    },

    /** `undefined` when there is no such connector. */
    async connectorForStart(chargerId: string, connectorNumber: number): Promise<ConnectorForStart | undefined> {
      const charger = isChargerId(chargerId) ? await store.findCharger(database, chargerId) : undefined;
      const connector = charger?.connectors.find(({ number }) => number === connectorNumber);
      if (!charger || !connector) return undefined;
      const [station, tariffs] = await Promise.all([
        store.findStation(database, charger.stationId),
        store.listTariffs(database, [charger.stationId]),
      ]);
      const current = connector.current as Current;
      return {
        stationId: charger.stationId,
        online: isOnline(station, chargerId),
        status: effectiveStatus(charger.status, connector.status),
        pricePaisePerKwh: priceAt(tariffs.get(charger.stationId) ?? [], current, clock.now()),
        current,
        maxW: connector.maxW,
      };
    },

    /** Every connector of a station. Throws station_unknown. */
    async connectorsOf(stationId: string): Promise<{ chargerId: string; number: number; connectorId: string }[]> {
      await known(stationId);
      const chargers = await store.chargersOf(database, [stationId]);
      return chargers.flatMap(({ id: chargerId, connectors }) =>
        connectors.map(({ number }) => ({ chargerId, number, connectorId: connectorId(chargerId, number) })),
      );
    },

    /** Names and addresses of places where charges ran, in their order; two queries however many there are. */
    async describe(places: ConnectorPlace[], tx: Tx = database): Promise<ConnectorDescription[]> {
      const stations = await store.findStations(tx, [...new Set(places.map(({ stationId }) => stationId))]);
      const chargers = await store.findChargers(tx, [...new Set(places.map(({ chargerId }) => chargerId))]);
      const stationOf = new Map(stations.map((station) => [station.id, station]));
      const chargerOf = new Map(chargers.map((charger) => [charger.id, charger]));
      return places.map((place) =>
        describeConnector(place, stationOf.get(place.stationId), chargerOf.get(place.chargerId)),
      );
    },

    /**
     * Stations in use that have every word of the text and suit the driver, the best first, and places so named.
     * Throws search_too_short.
     */
    async search(text: string, wish: StationWish): Promise<{ stations: Station[]; total: number; places: Place[] }> {
      const context = { ...wish, at: clock.now() };
      const list = await network.list();
      const found = (await list.search(wanted(text))).filter((one) => suits(one, context));
      return {
        stations: found.slice(0, MOST_FOUND).map(({ station }) => station),
        total: found.length,
        places: list.gazetteer.find(wanted(text), MOST_PLACES),
      };
    },

    /** What the list, or the stations found by a text, can be narrowed by, each with its count. Throws search_too_short. */
    async filterOptions(
      text: string,
      wish: StationWish,
    ): Promise<{ total: number; options: Record<StationFilterField, StationFilterOption[]> }> {
      const list = await network.list();
      const among = searchable(text) === '' ? list.all() : await list.search(wanted(text));
      return countOptions(among, { ...wish, at: clock.now() }, list.options);
    },

    /** Saves a station or forgets it; twice is once. Throws station_unknown. */
    async bookmark(driverId: number, stationId: string, saved: boolean): Promise<void> {
      await known(stationId);
      await (saved
        ? store.putBookmark(database, driverId, stationId, clock.now())
        : store.dropBookmark(database, driverId, stationId));
    },

    isBookmarked: (driverId: number, stationId: string): Promise<boolean> =>
      store.isBookmarked(database, driverId, stationId),

    /** The driver's saved stations, the latest first. */
    async bookmarks(driverId: number): Promise<Station[]> {
      return Promise.all((await store.bookmarkedStations(database, driverId)).map(listed));
    },

    /** A driver leaves: what they saved is forgotten. */
    driverLeaves: (tx: Tx, driverId: number): Promise<void> => store.dropBookmarks(tx, driverId),

    localities: () => store.listLocalities(database),

    /** Keeps the mean of a station's reviews; undefined when there are none left. */
    async rated(stationId: string, mean: number | undefined): Promise<void> {
      await store.putRating(database, stationId, mean ?? null);
      await network.rated(stationId, mean);
    },

    /** Throws station_unknown. */
    name: async (stationId: string): Promise<string> => (await known(stationId)).name,

    /** Waits for what is being told; what was not yet being told is left untold. */
    close: (): Promise<void> => network.close(),
  };
}
