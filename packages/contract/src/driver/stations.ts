import * as z from 'zod/mini';
import { done, driverCall, ownCall } from '../endpoint.ts';
import { filterOptions, ownCar, stationFilter } from '../station/station-filter.ts';
import { charger } from './chargers.ts';
import { ownVehicle } from './vehicles.ts';

/** Connectors of one kind at a station. */
const stationPlug = z.object({
  type: z.string(),
  /** kW. Missing when it is not known. */
  power: z.optional(z.number()),
  /** Rupees per kWh before GST, at this hour. Missing when it is not known. */
  price: z.optional(z.number()),
  total: z.int(),
  /** How many of them can start a charge now. */
  free: z.int(),
  /**
   * UTC. When none is free: the likely time of the first free one, estimated from what its driver bought. Missing when
   * it is not known.
   */
  free_at: z.optional(z.string()),
});

export const station = z.object({
  id: z.string(),
  property_id: z.string(),
  property_name: z.string(),
  address: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  visibility: z.string(),
  /** Number of chargers online with a connector available or preparing. */
  active_charger: z.int(),
  /** 1 when active_charger is above 0, otherwise 0. */
  status: z.union([z.literal(0), z.literal(1)]),
  rate: z.optional(z.number()),
  /* The following fields are our additions, and each may be missing. */
  /**
   * Number of connected chargers. Pins: free (some active), busy (online, none active), offline (none online, or
   * closed).
   */
  online_charger: z.optional(z.int()),
  connectors_total: z.optional(z.int()),
  connectors_free: z.optional(z.int()),
  connector_types: z.optional(z.array(z.string())),
  /** Highest power of a connector here, in kW. */
  power_max: z.optional(z.number()),
  /** Lowest price here now, in rupees per kWh before GST. */
  price_from: z.optional(z.number()),
  /** Connectors by kind, so that power and price of one kind are together. */
  plugs: z.optional(z.array(stationPlug)),
  /** Open at this moment, in Indian time. Missing when the hours are not known. */
  open_now: z.optional(z.boolean()),
  network: z.optional(z.string()),
  city: z.optional(z.string()),
  state: z.optional(z.string()),
  /** True for stations of the fictional network. */
  demo: z.optional(z.boolean()),
});
export type Station = z.infer<typeof station>;

/** More facts about a station, for its own page. */
const stationDetails = z.object({
  /** `likely` is true when it is a guess from the station's name. */
  amenities: z.array(z.object({ name: z.string(), likely: z.boolean() })),
  /** One line for each span of days, in the language of the call. Missing when the hours are not known. */
  opening_hours: z.optional(z.array(z.string())),
  /** Open at this moment, in Indian time. Missing when the hours are not known. */
  open_now: z.optional(z.boolean()),
  /** UTC; of one that is closed at this moment: when it opens next. */
  opens_at: z.optional(z.string()),
  network: z.optional(z.string()),
  /** Phone number of the station's operator. Missing when it is not known. */
  phone: z.optional(z.string()),
  /** UTC. When any charger here was last heard. */
  last_seen: z.optional(z.string()),
});
export type StationDetails = z.infer<typeof stationDetails>;

/** Sent to every open page when a station's availability changes. */
export const stationAvailability = z.object({
  property_id: z.string(),
  active_charger: z.int(),
  status: z.union([z.literal(0), z.literal(1)]),
  online_charger: z.int(),
  connectors_free: z.int(),
  /**
   * How many connectors of each kind are free. Kinds are named as in `plugs` of the station. A kind with none may be
   * left out.
   */
  plugs_free: z.optional(z.array(z.object({ type: z.string(), power: z.optional(z.number()), free: z.int() }))),
});
export type StationAvailability = z.infer<typeof stationAvailability>;

/** Stations that are close together, drawn as one mark on the map. */
const stationCluster = z.object({
  latitude: z.number(),
  longitude: z.number(),
  /**
   * Number of stations that are free as for the filter's `available` (`free`), with chargers online but none free
   * (`busy`), and with none online (`offline`).
   */
  free: z.int(),
  busy: z.int(),
  offline: z.int(),
});
export type StationCluster = z.infer<typeof stationCluster>;

const stationList = z.object({ success: z.literal(true), properties: z.array(station) });

const foundPlace = z.object({
  name: z.string(),
  state: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  /** The city, when this is a part of one. */
  city: z.optional(z.string()),
  /** Number of stations in that city, when this is a part of one. */
  stations: z.optional(z.int()),
});
export type FoundPlace = z.infer<typeof foundPlace>;

export const stations = {
  chargingStation: driverCall('GET', '/charging-station', {
    area: 'stations',
    limit: 'read',
    summary:
      'Every station; with a window, those inside it; with filters, those that match. Compressed, cached by ETag.',
    query: z.object({
      ...stationFilter,
      ...ownCar,
      /** west,south,east,north in degrees. */
      window: z.optional(z.string()),
      /**
       * The map's zoom with tiles of 256 px, 0 to 22. Needs `window`. If a window of a large network holds too many
       * stations to draw singly, the answer has clusters.
       */
      zoom: z.optional(z.string()),
    }),
    reply: z.extend(stationList, {
      /** Number of stations in the window, or in its clusters. Only with `zoom`. */
      total: z.optional(z.int()),
      /**
       * All public stations of the window, when there are too many to draw; captive ones only if the filter asks for no
       * others. `properties` then holds only the best stations, for cards.
       */
      clusters: z.optional(z.array(stationCluster)),
    }),
  }),
  getCharger: driverCall('GET', '/get-charger', {
    area: 'stations',
    limit: 'read',
    summary: "A station's chargers and connectors, with what the driver needs beside them.",
    query: z.object({ property_id: z.string() }),
    reply: z.object({
      success: z.literal(true),
      /** The station itself, for a page opened by its address. */
      property: station,
      station: z.optional(stationDetails),
      chargers: z.array(charger),
      bookmark: z.boolean(),
      vehicles: z.array(ownVehicle),
      /** Free to spend, in rupees with tax. */
      wallet: z.object({ balance: z.number() }),
    }),
  }),
  searchStation: driverCall('GET', '/search-station', {
    area: 'stations',
    limit: 'read',
    summary:
      'Stations whose name, operator, area, city, state or pincode match, by old names too and past slips; the best first.',
    query: z.object({
      ...stationFilter,
      ...ownCar,
      search: z.string(),
      /** latitude,longitude in degrees of what the driver looks at. Places of that State come first. */
      near: z.optional(z.string()),
    }),
    reply: z.extend(stationList, {
      /** Number of stations found. The list ends at 500. */
      total: z.optional(z.int()),
      /** At most five places with this name, to show on the map. */
      places: z.optional(z.array(foundPlace)),
      /** True if nothing has this spelling and the results are similar spellings. */
      guessed: z.optional(z.boolean()),
    }),
  }),
  stationFilters: ownCall('GET', '/api-v1/user/station-filters', {
    area: 'stations',
    limit: 'read',
    summary: 'What a list of stations can be narrowed by, with the number of stations that each option would leave.',
    query: z.object({
      ...stationFilter,
      ...ownCar,
      /** Text as for a search. Empty or missing: the whole list. */
      search: z.optional(z.string()),
    }),
    reply: z.object({
      success: z.literal(true),
      /** Number of stations that match the text and every field. */
      total: z.int(),
      /** Options by field of the query, in the order to show them. */
      options: z.object({
        vehicle: filterOptions,
        connectors: filterOptions,
        current: filterOptions,
        power: filterOptions,
        open: filterOptions,
        network: filterOptions,
        free: filterOptions,
        available: filterOptions,
        autocharge: filterOptions,
        access: filterOptions,
        amenities: filterOptions,
        rating: filterOptions,
      }),
    }),
  }),
  stationOfCharger: ownCall('GET', '/api-v1/user/charger-station', {
    area: 'stations',
    limit: 'read',
    summary:
      'The station of the charger with a number, as it is read off the sticker: case, spaces and hyphens do not count.',
    query: z.object({ charger: z.string() }),
    reply: z.object({ success: z.literal(true), property_id: z.string(), charger_id: z.string() }),
  }),
  saveBookmark: driverCall('POST', '/save-bookmark', {
    area: 'stations',
    limit: 'write',
    summary: 'Saves a station or forgets it.',
    body: z.object({ status: z.boolean(), property_id: z.string() }),
    reply: done,
  }),
  savedBookmarks: driverCall('GET', '/user-saved-bookmark', {
    area: 'stations',
    limit: 'read',
    summary: "The driver's saved stations.",
    reply: stationList,
  }),
  localities: ownCall('GET', '/api-v1/localities', {
    area: 'stations',
    limit: 'read',
    caller: 'anyone',
    summary: "Names and middle points of the network's localities, for the map's closest zooms.",
    reply: z.object({
      success: z.literal(true),
      /** [name, latitude, longitude]. */
      localities: z.array(z.tuple([z.string(), z.number(), z.number()])),
    }),
  }),
};
