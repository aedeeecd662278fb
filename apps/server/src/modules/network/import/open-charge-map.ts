import * as z from 'zod/mini';
import { connectorTypeName, currentOfType } from '../stations/connector-types.ts';
import type { Current } from '../stations/tariff.ts';
import {
  checkStation,
  parseRow,
  RowProblem,
  wattsFromKilowatts,
  textLine,
  type ImportedChargePoint,
  type ImportedStation,
} from './row.ts';

/**
 * Open Charge Map's data in two forms: its API's answers (AddressInfo, Connections …, reference ids), and a cleaned
 * flat row. Neither has a price that we may charge, or a secret, so these charge points stay offline until they are
 * registered.
 */

const LICENCE = 'CC BY-SA 4.0';
const MAX_CONNECTORS = 200;
/** AC supplies above this are not built, so a higher power with unknown current is DC. */
const MAX_AC_W = 44_000;

const maybe = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema));
const titled = maybe(z.object({ Title: maybe(z.string()) }));

interface Connection {
  type: string;
  current: Current | undefined;
  maxW: number;
  quantity: number;
}

const cleanedRow = z.object({
  id: textLine,
  name: textLine,
  address: textLine,
  locality: maybe(z.string()),
  city: textLine,
  state: textLine,
  pincode: maybe(z.string()),
  lat: z.number(),
  lng: z.number(),
  operator: maybe(z.string()),
  connectors: z.array(
    z.object({
      type: textLine,
      powerKW: maybe(wattsFromKilowatts),
      current: maybe(z.enum(['AC', 'DC'])),
      quantity: maybe(z.int().check(z.positive(), z.maximum(MAX_CONNECTORS))),
    }),
  ),
  status: maybe(z.string()),
  access: maybe(z.string()),
  openHours: maybe(z.string()),
  amenitiesInferred: maybe(z.array(textLine)),
  source: z.object({
    provider: textLine,
    id: z.union([z.number(), textLine]),
    url: maybe(z.string()),
    licence: maybe(z.string()),
  }),
});

/** Our names for the amenities that a cleaned row guesses. */
const AMENITIES: Record<string, string> = { washroom: 'restroom', food: 'cafe', shopping: 'store' };

/** Reads a cleaned row. Throws RowProblem. */
export function parseCleanedRow(value: unknown): ImportedStation {
  const parsed = parseRow(cleanedRow, value);
  const { id, name, address, city, state, source } = parsed;
  return checkStation({
    id,
    name,
    address,
    city,
    state,
    locality: parsed.locality ?? '',
    pincode: parsed.pincode ?? '',
    latitude: parsed.lat,
    longitude: parsed.lng,
    access: parsed.access === 'visitors_or_customers' || parsed.access === 'restricted' ? 'captive' : 'public',
    network: parsed.operator ?? '',
    phone: undefined,
    openHours: parsed.openHours === '24x7' ? '24x7' : null,
    amenities: (parsed.amenitiesInferred ?? []).map((amenity) => AMENITIES[amenity] ?? amenity),
    amenitiesInferred: true,
    autocharge: false,
    operational: parsed.status !== 'not_operational',
    demo: false,
    source: {
      provider: source.provider,
      id: String(source.id),
      url: source.url ?? undefined,
      licence: source.licence ?? undefined,
    },
    tariff: undefined,
    chargers: chargePointsOf(
      id,
      parsed.connectors.map(({ type, current, powerKW, quantity }) => ({
        type,
        current: current ?? undefined,
        maxW: powerKW ?? 0,
        quantity: quantity ?? 1,
      })),
    ),
  });
}

const rawRow = z.object({
  ID: z.int().check(z.positive()),
  AddressInfo: z.object({
    Title: textLine,
    AddressLine1: maybe(z.string()),
    AddressLine2: maybe(z.string()),
    Town: maybe(z.string()),
    StateOrProvince: maybe(z.string()),
    Postcode: maybe(z.string()),
    Country: maybe(z.object({ ISOCode: maybe(z.string()) })),
    Latitude: z.number(),
    Longitude: z.number(),
  }),
  OperatorInfo: maybe(z.object({ Title: maybe(z.string()), PhonePrimaryContact: maybe(z.string()) })),
  StatusTypeID: maybe(z.number()),
  StatusType: maybe(z.object({ ID: maybe(z.number()) })),
  UsageTypeID: maybe(z.number()),
  UsageType: maybe(z.object({ ID: maybe(z.number()) })),
  DataProvider: maybe(z.object({ License: maybe(z.string()) })),
  Connections: maybe(
    z.array(
      z.object({
        ConnectionTypeID: maybe(z.number()),
        ConnectionType: titled,
        CurrentTypeID: maybe(z.number()),
        PowerKW: maybe(wattsFromKilowatts),
        Quantity: maybe(z.int().check(z.nonnegative(), z.maximum(MAX_CONNECTORS))),
      }),
    ),
  ),
});

/** Open Charge Map's reference ids, for API answers without titles. */
const CONNECTION_TYPES: Record<number, string> = {
  1: 'Type 1 (J1772)',
  2: 'CHAdeMO',
  16: 'CEE 3 Pin',
  17: 'CEE 5 Pin',
  25: 'Type 2 (Socket Only)',
  32: 'CCS (Type 1)',
  33: 'CCS (Type 2)',
  34: 'IEC 60309 3-pin',
  35: 'IEC 60309 5-pin',
  1036: 'Type 2 (Tethered Connector)',
  1038: 'GB-T AC - GB/T 20234.2 (Socket)',
  1039: 'GB-T AC - GB/T 20234.2 (Tethered Cable)',
  1040: 'GB-T DC - GB/T 20234.3',
};
const CURRENT_TYPES: Record<number, Current> = { 10: 'AC', 20: 'AC', 30: 'DC' };
/** Usage types: private, on notice, and for staff, visitors or customers only. */
const CAPTIVE_USAGE = new Set([2, 3, 6]);
const NOT_OPERATIONAL = 100;
const GONE_STATUSES: Record<number, string> = {
  150: 'it is only planned',
  200: 'it was removed',
  210: 'it is a duplicate of another entry',
};

/** Reads a row of Open Charge Map's API. Throws RowProblem. */
export function parseRawRow(value: unknown): ImportedStation {
  const parsed = parseRow(rawRow, value);
  const place = parsed.AddressInfo;
  const country = place.Country?.ISOCode;
  if (country && country !== 'IN') throw new RowProblem(`AddressInfo.Country: ${country} is not India`);
  const status = parsed.StatusTypeID ?? parsed.StatusType?.ID ?? 0;
  if (GONE_STATUSES[status]) throw new RowProblem(`StatusType: ${GONE_STATUSES[status]}`);
  const usage = parsed.UsageTypeID ?? parsed.UsageType?.ID ?? 0;
  const pincode = (place.Postcode ?? '').replaceAll(/\s/g, '');
  const id = `ocm-${parsed.ID}`;
  return checkStation({
    id,
    name: place.Title,
    address:
      [place.AddressLine1, place.AddressLine2]
        .map((line) => line?.trim())
        .filter(Boolean)
        .join(', ') || place.Title,
    locality: '',
    city: place.Town?.trim() ?? '',
    state: place.StateOrProvince?.trim() ?? '',
    // Contributors enter all sorts of things here. Only a real pincode is stored.
    pincode: /^\d{6}$/.test(pincode) ? pincode : '',
    latitude: place.Latitude,
    longitude: place.Longitude,
    access: CAPTIVE_USAGE.has(usage) ? 'captive' : 'public',
    network: parsed.OperatorInfo?.Title?.trim() ?? '',
    phone: parsed.OperatorInfo?.PhonePrimaryContact?.trim() || undefined,
    openHours: null,
    amenities: [],
    amenitiesInferred: false,
    autocharge: false,
    operational: status !== NOT_OPERATIONAL,
    demo: false,
    source: {
      provider: 'Open Charge Map',
      id: String(parsed.ID),
      url: `https://openchargemap.org/site/poi/details/${parsed.ID}`,
      licence: parsed.DataProvider?.License ?? LICENCE,
    },
    tariff: undefined,
    chargers: chargePointsOf(
      id,
      (parsed.Connections ?? []).map((connection) => ({
        type:
          connection.ConnectionType?.Title?.trim() || CONNECTION_TYPES[connection.ConnectionTypeID ?? 0] || 'Unknown',
        current: CURRENT_TYPES[connection.CurrentTypeID ?? 0],
        maxW: connection.PowerKW ?? 0,
        quantity: connection.Quantity || 1,
      })),
    ),
  });
}

/** The data does not show which connectors share a cabinet, so each connection becomes one charge point. */
function chargePointsOf(stationId: string, connections: Connection[]): ImportedChargePoint[] {
  return connections.map(({ type, current: given, maxW, quantity }, index) => {
    const current = given ?? currentOfType(type) ?? (maxW > MAX_AC_W ? 'DC' : 'AC');
    return {
      id: `${stationId}-${index + 1}`,
      name: `Charger ${index + 1}`,
      vendor: '',
      model: '',
      current,
      capacityW: maxW,
      fleet: false,
      connectors: Array.from({ length: quantity }, (_, index) => ({
        number: index + 1,
        type: connectorTypeName(type),
        current,
        maxW,
      })),
    };
  });
}
