import * as z from 'zod/mini';
import { done, driverCall, ownCall } from './endpoint.ts';
import { ownVehicle } from './vehicles.ts';

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
  /** Chargers with a live link. Pins: free (active), busy (online, none active), offline (none online). */
  online_charger: z.optional(z.int()),
  connectors_total: z.optional(z.int()),
  connectors_free: z.optional(z.int()),
  connector_types: z.optional(z.array(z.string())),
  /** Highest power of a connector here, kW. */
  power_max: z.optional(z.number()),
  /** Lowest price here now, rupees per kWh before GST. */
  price_from: z.optional(z.number()),
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
  status: connectorStatus,
  oem_connector_number: z.int(),
  /** kW */
  power: z.optional(z.number()),
  /** Rupees per kWh before GST where it differs from the charger's. */
  price_per_unit: z.optional(z.number()),
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
  connectors: z.array(connector),
});
export type Charger = z.infer<typeof charger>;

/** Pushed to every open page when a station's availability changes. */
export const stationAvailability = z.object({
  property_id: z.string(),
  active_charger: z.int(),
  status: z.union([z.literal(0), z.literal(1)]),
  online_charger: z.int(),
  connectors_free: z.int(),
});
export type StationAvailability = z.infer<typeof stationAvailability>;

const stationList = z.object({ success: z.literal(true), properties: z.array(station) });

export const stations = {
  chargingStation: driverCall('GET', '/charging-station', {
    area: 'stations',
    summary: 'Every station; with a window, those inside it. Compressed, cached by ETag.',
    query: z.object({
      /** west,south,east,north in degrees */
      window: z.optional(z.string()),
      zoom: z.optional(z.string()),
    }),
    reply: stationList,
  }),
  getCharger: driverCall('GET', '/get-charger', {
    area: 'stations',
    summary: "A station's chargers and connectors, with what the driver needs beside them.",
    query: z.object({ property_id: z.string() }),
    reply: z.object({
      success: z.literal(true),
      /** The station itself, for a page opened by its address. */
      property: station,
      chargers: z.array(charger),
      bookmark: z.boolean(),
      vehicles: z.array(ownVehicle),
      /** Free to spend, rupees, tax included. */
      wallet: z.object({ balance: z.number() }),
    }),
  }),
  searchStation: driverCall('GET', '/search-station', {
    area: 'stations',
    summary: 'Stations whose name, operator, area, city, state or pincode match.',
    query: z.object({ search: z.string() }),
    reply: stationList,
  }),
  saveBookmark: driverCall('POST', '/save-bookmark', {
    area: 'stations',
    summary: 'Saves a station or forgets it.',
    body: z.object({ status: z.boolean(), property_id: z.string() }),
    reply: done,
  }),
  savedBookmarks: driverCall('GET', '/user-saved-bookmark', {
    area: 'stations',
    summary: "The driver's saved stations.",
    reply: stationList,
  }),
  localities: ownCall('GET', '/api-v1/localities', {
    area: 'stations',
    caller: 'anyone',
    summary: "Names and middle points of the network's localities, for the map's closest zooms.",
    reply: z.object({
      success: z.literal(true),
      /** [name, latitude, longitude] */
      localities: z.array(z.tuple([z.string(), z.number(), z.number()])),
    }),
  }),
};
