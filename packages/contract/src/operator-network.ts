import * as z from 'zod/mini';
import { ok, operatorCall } from './operator.ts';
import { reason } from './staff.ts';

const current = z.enum(['AC', 'DC']);
/** Rows come by id: those after this one, at most so many (1 to 1000, which it is when missing). */
const idPage = {
  after: z.optional(z.string().check(z.maxLength(200))),
  limit: z.optional(z.string().check(z.regex(/^([1-9]\d{0,2}|1000)$/))),
};
/** For `after`; missing when there are no more. */
const next = z.optional(z.string());
const station = z.object({ station_id: z.string() });

const stationRow = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  is_in_use: z.boolean(),
  /** How many stand there. */
  chargers: z.int(),
});

const chargerRow = z.object({
  id: z.string(),
  station_id: z.string(),
  name: z.string(),
  /** Such as `CCS2 120 kW`. */
  connectors: z.array(z.string()),
  /** Has a secret, and may dial in. */
  is_registered: z.boolean(),
  /** OCPP's security profiles, 0 to 3: what it has to come with at least, and what it last came with. */
  security_profile: z.number(),
  seen_security_profile: z.number(),
  /** Null for one that was never heard. */
  heard_at: z.nullable(z.string()),
});

/** A price inside a part of the day; from 00:00 to 24:00 it is the plain price. */
const band = z.object({
  current,
  /** India's time, such as `22:00`; an end that is not after the start lies on the next day. */
  from: z.string(),
  to: z.string(),
  /** Rupees before GST. */
  price_per_kwh: z.number(),
  valid_from: z.string(),
});

export const operatorNetwork = {
  listStations: operatorCall('GET', '/stations', {
    area: 'stations',
    limit: 'read',
    permission: 'network.see',
    action: 'station.list',
    stations: 'listed',
    summary: 'Stations by id, in use or not.',
    query: z.object({ ...idPage, is_in_use: z.optional(z.enum(['true', 'false'])) }),
    reply: z.object({ success: z.literal(true), stations: z.array(stationRow), next }),
  }),
  setStationInUse: operatorCall('POST', '/stations/:station_id/in-use', {
    area: 'stations',
    limit: 'write',
    permission: 'network.change',
    action: 'station.in-use',
    stations: 'of-station',
    summary:
      'Takes a station out of use, or back: out of use it is in no list and nothing starts there; what runs goes on. An import of its source may say otherwise.',
    params: station,
    body: z.object({ is_in_use: z.boolean(), reason }),
    reply: ok,
  }),
  stationTariff: operatorCall('GET', '/stations/:station_id/tariff', {
    area: 'stations',
    limit: 'read',
    permission: 'tariffs.see',
    action: 'tariff.see',
    stations: 'of-station',
    summary:
      'All prices of a station, those to come and those before included; of one current the newest that is valid counts.',
    params: station,
    reply: z.object({ success: z.literal(true), bands: z.array(band) }),
  }),
  setStationPrice: operatorCall('POST', '/stations/:station_id/price', {
    area: 'stations',
    limit: 'write',
    permission: 'tariffs.change',
    action: 'tariff.change',
    stations: 'of-station',
    summary: 'One plain price for a current, from now on and at every hour. Charges that run keep theirs.',
    params: station,
    body: z.object({
      current,
      /** Rupees before GST, with two decimals at most. */
      price_per_kwh: z.number().check(z.minimum(0), z.maximum(1000)),
      reason,
    }),
    reply: ok,
  }),
  listChargers: operatorCall('GET', '/charge-points', {
    area: 'stations',
    limit: 'read',
    permission: 'network.see',
    action: 'charger.list',
    stations: 'listed',
    summary: 'Charge points by id.',
    query: z.object({ ...idPage, station_id: z.optional(z.string()) }),
    reply: z.object({ success: z.literal(true), chargers: z.array(chargerRow), next }),
  }),
};
