import * as z from 'zod/mini';
import { DAY_MINUTES, minuteOfDay } from '#kernel/india-time.ts';
import { connectorTypeName, currentOfType } from '../stations/connector-types.ts';
import { checkStation, parseRow, wattsFromKilowatts, textLine, type ImportedStation } from './row.ts';

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

const current = z.enum(['AC', 'DC']);
const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'it must be a time such as 09:00'));
const paise = z.int().check(z.nonnegative(), z.maximum(100_000));

const row = z.object({
  id: textLine,
  name: textLine,
  address: textLine,
  locality: z.optional(z.string()),
  city: textLine,
  state: textLine,
  pincode: z.string(),
  lat: z.number(),
  lng: z.number(),
  access: z.enum(['public', 'captive']),
  network: textLine,
  phone: z.optional(textLine),
  openHours: z.optional(
    z.union([z.literal('24x7'), z.array(z.object({ days: z.array(z.enum(DAYS)), open: timeOfDay, close: timeOfDay }))]),
  ),
  amenities: z.array(textLine),
  autocharge: z.boolean(),
  tariff: z.array(
    z.object({ current, pricePerKWh: paise, from: z.optional(timeOfDay), to: z.optional(timeOfDay) }).check(
      z.refine(({ from, to }) => (from === undefined) === (to === undefined), 'a band needs both "from" and "to"'),
      z.refine(({ from, to }) => from === undefined || from !== to, 'a band that begins when it ends is no band'),
    ),
  ),
  chargers: z.array(
    z.object({
      id: textLine,
      name: textLine,
      vendor: z.optional(z.string()),
      model: z.optional(z.string()),
      current,
      capacityKW: wattsFromKilowatts,
      fleet: z.optional(z.boolean()),
      connectors: z.array(z.object({ number: z.int().check(z.positive()), type: textLine, maxKW: wattsFromKilowatts })),
    }),
  ),
});

/**
 * Reads a row of our own form: prices in paise per kWh before GST, power in kW, hours and bands in India time. Throws
 * RowProblem.
 */
export function parseBijliRow(value: unknown, isDemo: boolean): ImportedStation {
  const parsed = parseRow(row, value);
  const { id, name, address, city, state, pincode, access, network, amenities, autocharge } = parsed;
  return checkStation({
    id,
    name,
    address,
    city,
    state,
    pincode,
    access,
    network,
    amenities,
    autocharge,
    demo: isDemo,
    phone: parsed.phone,
    locality: parsed.locality ?? localityIn(address, city),
    latitude: parsed.lat,
    longitude: parsed.lng,
    openHours: parsed.openHours ?? null,
    amenitiesInferred: false,
    operational: true,
    source: null,
    tariff: parsed.tariff.map((rule) => ({
      current: rule.current,
      fromMinute: rule.from === undefined ? 0 : minuteOfDay(rule.from),
      toMinute: rule.to === undefined ? DAY_MINUTES : minuteOfDay(rule.to),
      pricePaisePerKwh: rule.pricePerKWh,
    })),
    chargers: parsed.chargers.map((chargePoint) => ({
      id: chargePoint.id,
      name: chargePoint.name,
      vendor: chargePoint.vendor ?? '',
      model: chargePoint.model ?? '',
      current: chargePoint.current,
      capacityW: chargePoint.capacityKW,
      fleet: chargePoint.fleet ?? false,
      connectors: chargePoint.connectors.map(({ number, type, maxKW }) => ({
        number,
        type: connectorTypeName(type),
        current: currentOfType(type) ?? chargePoint.current,
        maxW: maxKW,
      })),
    })),
  });
}

/**
 * The part of an address such as `Plot 4, Link Road, Powai, Mumbai` before the city. A plot and a road alone give no
 * locality.
 */
function localityIn(address: string, city: string): string {
  const parts = address.replace(/ \(demo address\)$/, '').split(', ');
  return parts.length >= 4 && parts.at(-1) === city ? (parts.at(-2) ?? '') : '';
}
