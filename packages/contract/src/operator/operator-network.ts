import * as z from 'zod/mini';
import { shownText } from '../text/shown-text.ts';
import { ok, operatorCall } from './operator.ts';
import { reason } from './staff.ts';

const current = z.enum(['AC', 'DC']);
/**
 * Rows are sorted by id. `after` is the last id of the answer before, `limit` the number of rows (1 to 1000; 1000 when
 * missing).
 */
export const idPage = {
  after: z.optional(z.string().check(z.maxLength(200))),
  limit: z.optional(z.string().check(z.regex(/^([1-9]\d{0,2}|1000)$/))),
};
/** The value for `after`. Missing when there are no more rows. */
export const next = z.optional(z.string());
const station = z.object({ station_id: z.string() });

const stationRow = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  is_in_use: z.boolean(),
  /** Number of chargers at the station. */
  chargers: z.int(),
});

const chargerRow = z.object({
  id: z.string(),
  station_id: z.string(),
  name: z.string(),
  /** Such as `CCS2 120 kW`. */
  connectors: z.array(z.string()),
  /** True if it has a secret and may connect. */
  is_registered: z.boolean(),
  /** Security profiles of OCPP, 0 to 3: the least that is required, and the one it last used. */
  security_profile: z.number(),
  seen_security_profile: z.number(),
  /** UTC. Null if it was never heard. */
  heard_at: z.nullable(z.string()),
  /** UTC. A retired charger is in no driver's list and may not connect. Null for all others. */
  retired_at: z.nullable(z.string()),
});

const charger = z.object({ charger_id: z.string() });
const admission = z.enum(['accepted', 'pending', 'rejected']);
const profile = z.int().check(z.minimum(0), z.maximum(3));
const chargerName = shownText.check(z.minLength(1), z.maxLength(100));

const chargerDetails = z.object({
  id: z.string(),
  station_id: z.string(),
  name: z.string(),
  vendor: z.string(),
  model: z.string(),
  firmware: z.nullable(z.string()),
  /** The serial number that the charge point reports, and the one that staff read on it. */
  serial_number: z.nullable(z.string()),
  confirmed_serial_number: z.nullable(z.string()),
  is_online: z.boolean(),
  is_registered: z.boolean(),
  /** How the server answers its next BootNotification. */
  admission,
  security_profile: profile,
  seen_security_profile: profile,
  /** True if the server keeps the charge point's local list up to date. */
  local_list: z.boolean(),
  /** OCPP status of the charge point itself. */
  status: z.string(),
  heard_at: z.nullable(z.string()),
  retired_at: z.nullable(z.string()),
  connectors: z.array(
    z.object({
      number: z.int(),
      type: z.string(),
      /** kW. 0 when it is not known. */
      power: z.number(),
      /** OCPP status as last reported. */
      status: z.string(),
      error_code: z.string(),
      /** Since when the connector is hidden from drivers because starts fail there. UTC. */
      withheld_since: z.nullable(z.string()),
    }),
  ),
});

/** The price in a part of the day. From 00:00 to 24:00 it is the plain price. */
const band = z.object({
  current,
  /** Indian time, such as `22:00`. An end that is not after the start is on the next day. */
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
      /** Rupees before GST, with at most two decimals. */
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
  chargerDetails: operatorCall('GET', '/charge-points/:charger_id', {
    area: 'stations',
    limit: 'read',
    permission: 'network.see',
    action: 'charger.show',
    stations: 'of-charger',
    summary: 'What is known of a charge point. Refused with `charger_not_there`.',
    params: charger,
    reply: z.object({ success: z.literal(true), charger: chargerDetails }),
  }),
  addCharger: operatorCall('POST', '/charge-points', {
    area: 'stations',
    limit: 'write',
    permission: 'network.change',
    action: 'charger.add',
    stations: 'whole-network',
    summary:
      'Makes a charge point one of ours, or one again that was retired. Answers its secret, which is shown this once. Refused with `charger_id_invalid`, `station_not_there`, `charger_elsewhere`, `charger_registered`, `supplier_missing`.',
    body: z.object({
      /** The charge box identity. */
      id: z.string().check(z.maxLength(100)),
      station_id: z.string(),
      /** The name that drivers see. The identity when missing. */
      name: z.optional(chargerName),
      /** Numbered from 1 in this order. Power in kW. */
      connectors: z
        .array(
          z.object({
            type: z.string().check(z.minLength(1), z.maxLength(40)),
            power: z.number().check(z.gt(0), z.maximum(4000)),
          }),
        )
        .check(z.minLength(1), z.maxLength(50)),
      reason,
    }),
    reply: z.object({ success: z.literal(true), secret: z.string() }),
  }),
  changeCharger: operatorCall('POST', '/charge-points/:charger_id', {
    area: 'stations',
    limit: 'write',
    permission: 'network.change',
    action: 'charger.configure',
    stations: 'of-charger',
    summary:
      'Sets what is told of a charge point, and stays as it is where nothing is: its name, how its next boot is answered, the least security profile that it may come with, the serial number that is written on it, whether its list of tags is kept in step. Refused with `charger_not_there`, `serial_of_another`.',
    params: charger,
    body: z.object({
      name: z.optional(chargerName),
      admission: z.optional(admission),
      security_profile: z.optional(profile),
      serial_number: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(50))),
      local_list: z.optional(z.boolean()),
      reason,
    }),
    reply: ok,
  }),
  setChargerSecret: operatorCall('POST', '/charge-points/:charger_id/secret', {
    area: 'stations',
    limit: 'write',
    permission: 'chargers.secure',
    action: 'charger.secret',
    stations: 'of-charger',
    summary:
      'Gives a charge point another secret. `send`: the server sends it within a day by the command that is answered, and both secrets work until the charge point answers. `by_hand`: the secret is answered this once, to be set there by hand, and the one before works no more. `restore`: the secret before works again, for a charge point that took the new one and kept the old. Refused with `charger_not_there`, `earlier_secret_missing`.',
    params: charger,
    body: z.object({ how: z.enum(['send', 'by_hand', 'restore']), reason }),
    reply: z.object({
      success: z.literal(true),
      secret: z.optional(z.string()),
      command_id: z.optional(z.string()),
    }),
  }),
  raiseChargerProfile: operatorCall('POST', '/charge-points/:charger_id/profile', {
    area: 'stations',
    limit: 'write',
    permission: 'chargers.secure',
    action: 'charger.profile',
    stations: 'of-charger',
    summary:
      'Sends a charge point the security profile that it must use from then on, within a day, by the command that is answered. Only the profile is sent: the secret stays the same, and no certificate is installed. If the secret was ever sent without TLS, change it with `…/secret` after the charge point has connected over TLS. Before profile 2 or 3, install the root certificate with the command `InstallCertificate`, and before profile 3 have the charge point request its own certificate with `ExtendedTriggerMessage`. A charge point that has accepted the profile and still connects as before is restarted once nobody charges there. Once it has used the profile, it may not connect with a lower one. `force` sends the profile although the charge point may lack what it needs. Refused with `charger_not_found`, `profile_would_be_lowered`, `tls_missing`, `charger_root_missing`, `charger_certificate_missing`.',
    params: charger,
    body: z.object({ security_profile: profile, force: z.optional(z.boolean()), reason }),
    reply: z.object({ success: z.literal(true), command_id: z.string() }),
  }),
  sendLocalList: operatorCall('POST', '/charge-points/:charger_id/local-list', {
    area: 'stations',
    limit: 'write',
    permission: 'chargers.configure',
    action: 'charger.local_list',
    stations: 'of-charger',
    summary:
      'Sends a charge point its whole list of tags anew, once it is online. Refused with `charger_not_there`, and with `local_list_off` where it keeps none.',
    params: charger,
    body: z.object({ reason }),
    reply: ok,
  }),
  retireCharger: operatorCall('POST', '/charge-points/:charger_id/retire', {
    area: 'stations',
    limit: 'write',
    permission: 'network.change',
    action: 'charger.retire',
    stations: 'of-charger',
    summary:
      'Takes a charge point out of all lists for good: it may not dial in, its link ends, and no import brings it back. What it did is kept. Refused with `charger_not_there`, and with `charger_in_use` while somebody charges there.',
    params: charger,
    body: z.object({ reason }),
    reply: ok,
  }),
};
