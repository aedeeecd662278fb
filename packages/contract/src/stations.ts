import * as z from 'zod/mini';
import { done, driverCall, ownCall } from './endpoint.ts';
import { filterOptions, stationFilter } from './station-filter.ts';
import { ownVehicle } from './vehicles.ts';

/** Plugs of one kind at a station. */
const stationPlug = z.object({
  type: z.string(),
  /** kW; missing when nobody has told. */
  power: z.optional(z.number()),
  /** Rupees per kWh before GST, at this hour; missing when nobody has told. */
  price: z.optional(z.number()),
  total: z.int(),
  /** Of these, how many a charge can be started at now. */
  free: z.int(),
  /** UTC; where none is free: when the first is likely to be, by what its driver bought; missing while nobody knows. */
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
  /** Chargers online with a connector available or preparing. */
  active_charger: z.int(),
  /** 1 when active_charger is above 0, else 0. */
  status: z.union([z.literal(0), z.literal(1)]),
  rate: z.optional(z.number()),
  /* What we add: each may be missing. */
  /** Chargers with a live link. Pins: free (active), busy (online, none active), offline (none online, or closed). */
  online_charger: z.optional(z.int()),
  connectors_total: z.optional(z.int()),
  connectors_free: z.optional(z.int()),
  connector_types: z.optional(z.array(z.string())),
  /** Highest power of a connector here, kW. */
  power_max: z.optional(z.number()),
  /** Lowest price here now, rupees per kWh before GST. */
  price_from: z.optional(z.number()),
  /** Its plugs by kind, so that power and price of one kind are told together. */
  plugs: z.optional(z.array(stationPlug)),
  /** Open at this moment, in India time; missing when nobody has told the hours. */
  open_now: z.optional(z.boolean()),
  network: z.optional(z.string()),
  city: z.optional(z.string()),
  state: z.optional(z.string()),
  /** True for rows of the fictional network. */
  demo: z.optional(z.boolean()),
});
export type Station = z.infer<typeof station>;

const connectorStatus = z.enum(['available', 'preparing', 'charging', 'finishing', 'unavailable', 'faulted']);
export type ConnectorStatus = z.infer<typeof connectorStatus>;

export const connector = z.object({
  id: z.string(),
  connector_id: z.string(),
  name: z.string(),
  type: z.string(),
  /** File name of the connector's drawing, without its ending. */
  icon: z.string(),
  /**
   * A car that is still plugged in after its charge makes it `finishing`, which cannot be selected; its own driver is told
   * `preparing`, and may charge again.
   */
  status: connectorStatus,
  oem_connector_number: z.int(),
  /** kW */
  power: z.optional(z.number()),
  /** Rupees per kWh before GST where it differs from the charger's. */
  price_per_unit: z.optional(z.number()),
  /** UTC; of one that is occupied: when it is likely to be free, by what its driver bought or how long charges take here. */
  free_at: z.optional(z.string()),
});
export type Connector = z.infer<typeof connector>;

export const charger = z.object({
  charger_id: z.string(),
  charger_name: z.string(),
  charger_status: z.enum(['online', 'offline']),
  /** Rupees per kWh before GST, at this hour; 0 when nobody has told a price (see `price_known`). */
  price_per_unit: z.number(),
  price_known: z.optional(z.boolean()),
  /** kW of the cabinet. */
  capacity: z.number(),
  /** kW of the strongest connector. */
  power_output: z.number(),
  /** AC or DC */
  current: z.optional(z.string()),
  /** UTC; the last time the charger was heard. */
  last_seen: z.optional(z.string()),
  /* Of our own sessions here within 30 days; each is missing where fewer than five tell it. */
  /** kW over the best ten minutes of a session, the median. */
  usual_power: z.optional(z.number()),
  /** UTC; when it last gave a car energy. */
  last_charge: z.optional(z.string()),
  /** Of a hundred sessions so many did not fail by the charger. */
  reliable_percent: z.optional(z.int()),
  /** Of a hundred starts so many began that did not come to nothing by somebody else. */
  start_percent: z.optional(z.int()),
  /** Of a hundred charges that began so many did not break off by the charger. */
  kept_percent: z.optional(z.int()),
  /** Of a hundred hours within 30 days its plugs were linked and in order for so many; missing where it is known for less than a day. */
  uptime_percent: z.optional(z.int()),
  /** Of a hundred drivers who come so many are served: uptime, start and charge together. */
  works_percent: z.optional(z.int()),
  connectors: z.array(connector),
});
export type Charger = z.infer<typeof charger>;

/** What else is known of a station, for its own page. */
const stationDetails = z.object({
  /** Each with `likely` true when it is a guess from the station's name. */
  amenities: z.array(z.object({ name: z.string(), likely: z.boolean() })),
  /** For the driver's eyes, in the language of the call: one line a span of days; missing when nobody has told. */
  opening_hours: z.optional(z.array(z.string())),
  /** Open at this moment, in India time; missing when nobody has told the hours. */
  open_now: z.optional(z.boolean()),
  network: z.optional(z.string()),
  /** The number of whoever runs it; missing when nobody has told. */
  phone: z.optional(z.string()),
  /** UTC; the last time any charger here was heard. */
  last_seen: z.optional(z.string()),
});
export type StationDetails = z.infer<typeof stationDetails>;

/** Pushed to every open page when a station's availability changes. */
export const stationAvailability = z.object({
  property_id: z.string(),
  active_charger: z.int(),
  status: z.union([z.literal(0), z.literal(1)]),
  online_charger: z.int(),
  connectors_free: z.int(),
  /** How many plugs of each kind are free, as `plugs` of the station names the kinds; a kind with none may be left out. */
  plugs_free: z.optional(z.array(z.object({ type: z.string(), power: z.optional(z.number()), free: z.int() }))),
});
export type StationAvailability = z.infer<typeof stationAvailability>;

/** Stations that lie close together, as one mark on the map. */
const stationCluster = z.object({
  latitude: z.number(),
  longitude: z.number(),
  /** How many have a charger to be had, are online with none free, have none online. */
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
  /** Of a part of a city: which city. */
  city: z.optional(z.string()),
  /** Of a part of a city: how many stations are there. */
  stations: z.optional(z.int()),
});
export type FoundPlace = z.infer<typeof foundPlace>;

export const stations = {
  chargingStation: driverCall('GET', '/charging-station', {
    area: 'stations',
    limit: 'read',
    summary:
      'Every station; with a window, those inside it; with filters, those that suit. Compressed, cached by ETag.',
    query: z.object({
      ...stationFilter,
      /** west,south,east,north in degrees */
      window: z.optional(z.string()),
      /**
       * With a window: the map's zoom in tiles of 256 px, 0 to 22. A window of a large network that holds too many stations to
       * be drawn one by one is then answered in clusters.
       */
      zoom: z.optional(z.string()),
    }),
    reply: z.extend(stationList, {
      /** With a zoom: how many stations the window holds. */
      total: z.optional(z.int()),
      /** Everything inside, when it is too much; `properties` are then only the best of them, for cards. */
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
      /** Free to spend, rupees, tax included. */
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
      search: z.string(),
      /** latitude,longitude in degrees of what the driver looks at: places of that State come first. */
      near: z.optional(z.string()),
    }),
    reply: z.extend(stationList, {
      /** How many were found; the list ends at 500. */
      total: z.optional(z.int()),
      /** Places of that name, to look at on the map; at most five. */
      places: z.optional(z.array(foundPlace)),
      /** Nothing is spelled like the text: what was found is spelled nearly so. */
      guessed: z.optional(z.boolean()),
    }),
  }),
  stationFilters: ownCall('GET', '/api-v1/user/station-filters', {
    area: 'stations',
    limit: 'read',
    summary: 'What a list of stations can be narrowed by, with the number of stations that each option would leave.',
    query: z.object({
      ...stationFilter,
      /** As for a search; empty or left out for the whole list. */
      search: z.optional(z.string()),
    }),
    reply: z.object({
      success: z.literal(true),
      /** Stations that suit the text and every field. */
      total: z.int(),
      /** By field of the query, each in the order to show it in. */
      options: z.object({
        vehicle: filterOptions,
        connectors: filterOptions,
        current: filterOptions,
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
      /** [name, latitude, longitude] */
      localities: z.array(z.tuple([z.string(), z.number(), z.number()])),
    }),
  }),
};
