import * as z from 'zod/mini';
import { INDIA } from '@bijli/contract/geo';
import { isChargePointId, isStationId } from '../network-ids.ts';
import type { OpenHours, StationSource } from '../network.tables.ts';
import type { Current, TariffBand } from '../stations/tariff.ts';

/** No charge point delivers more, so a larger value is a typing error. */
const MAX_KW = 4000;

// The names of these fields must not change: they are part of the row's hash, by which an import detects changes.

export interface ImportedConnector {
  number: number;
  type: string;
  current: Current;
  maxW: number;
}

export interface ImportedChargePoint {
  id: string;
  name: string;
  vendor: string;
  model: string;
  current: Current;
  capacityW: number;
  fleet: boolean;
  connectors: ImportedConnector[];
}

/** A station as read from any form of import. */
export interface ImportedStation {
  id: string;
  name: string;
  address: string;
  locality: string;
  city: string;
  state: string;
  pincode: string;
  latitude: number;
  longitude: number;
  access: 'public' | 'captive';
  network: string;
  /** Missing if the source has none. Then it is not in the row's hash either. */
  phone: string | undefined;
  openHours: OpenHours | null;
  amenities: string[];
  amenitiesInferred: boolean;
  autocharge: boolean;
  operational: boolean;
  demo: boolean;
  source: StationSource | null;
  /** Missing if the source has no prices that we may charge. */
  tariff: Omit<TariffBand, 'validFrom'>[] | undefined;
  /** Named as in the form, because the row's hash detects changes since the last import. */
  chargers: ImportedChargePoint[];
}

/** Why a row is refused, as a sentence for the author of the file. */
export class RowProblem extends Error {}

/** Parses a value with a schema. Throws RowProblem that names the place and the problem. */
export function parseRow<T>(schema: z.ZodMiniType<T>, value: unknown): T {
  const result = z.safeParse(schema, value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const place = issue?.path.join('.') ?? '';
  throw new RowProblem(place ? `${place}: ${issue?.message}` : (issue?.message ?? 'it cannot be read'));
}

export const textLine = z.string().check(z.trim(), z.minLength(1), z.maxLength(300));
export const wattsFromKilowatts = z.pipe(
  z.number().check(z.positive(), z.maximum(MAX_KW)),
  z.transform((kilowatts) => Math.round(kilowatts * 1000)),
);

/** Checks the rules that apply to every form. Throws RowProblem. */
export function checkStation(station: ImportedStation): ImportedStation {
  const { id, latitude, longitude, pincode, tariff = [], chargers } = station;
  if (!isStationId(id))
    throw new RowProblem(`id: "${id}" may hold letters, digits, ".", "-" and "_", at most 100 of them`);
  const inside =
    latitude >= INDIA.south && latitude <= INDIA.north && longitude >= INDIA.west && longitude <= INDIA.east;
  if (!inside) throw new RowProblem(`position: ${latitude}, ${longitude} is not in India`);
  if (!/^(\d{6})?$/.test(pincode)) throw new RowProblem(`pincode: "${pincode}" is not six digits`);
  refuseDuplicates(
    'tariff',
    tariff.map(({ current, fromMinute, toMinute }) => `${current} ${timeOf(fromMinute)}-${timeOf(toMinute)}`),
  );
  for (const chargePoint of chargers) checkChargePoint(chargePoint);
  refuseDuplicates(
    'charger',
    chargers.map(({ id: chargePointId }) => chargePointId),
  );
  return station;
}

function checkChargePoint({ id, connectors }: ImportedChargePoint): void {
  if (!isChargePointId(id)) throw new RowProblem(`charger: "${id}" is no charge box identity`);
  if (connectors.length === 0) throw new RowProblem(`charger ${id}: it has no connector`);
  refuseDuplicates(
    `charger ${id}: connector`,
    connectors.map(({ number }) => String(number)),
  );
}

function refuseDuplicates(what: string, names: string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new RowProblem(`${what} ${twice} stands there twice`);
}

function timeOf(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
