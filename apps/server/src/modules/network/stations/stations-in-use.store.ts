import { asc, eq, isNull, sql, type SQLWrapper } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { types } from 'pg';
import type { Database, Tx } from '#db/database.ts';
import { eachRow } from '#db/statements/each-row.ts';
import { Interned } from '#kernel/interned.ts';
import { chargePoints, connectors, stations, tariffBands, type OpenHours } from '../network.tables.ts';
import type { Current, TariffBand } from './tariff.ts';

/** The unit separator of ASCII. It is removed from names, addresses and places. */
export const TEXT_SEPARATOR = '\u{1F}';

/** The fields of a station that a list shows or searches. */
export interface ListedStation {
  /** Id, name, address and pincode, separated by `TEXT_SEPARATOR`, because one text is read faster than four. */
  text: string;
  latitude: number;
  longitude: number;
  /** Average of its reviews. Null without reviews. */
  averageRating: number | null;
  /** Text from the database, which `parseArea` and `parseTraits` read. Many stations share one text. */
  area: string;
  traits: string;
}

/** The location of a station. */
export interface StationArea {
  locality: string;
  city: string;
  state: string;
}

/** Properties that many stations share. */
export interface StationTraits {
  access: string;
  network: string;
  isDemo: boolean;
  amenities: readonly string[];
  /** True if amenities were guessed from the name. */
  hasInferredAmenities: boolean;
  hasAutocharge: boolean;
  openHours: OpenHours | null;
}

/** A type of connectors with a power. */
export interface ConnectorKind {
  type: string;
  ratedW: number;
  current: Current;
}

/** The equipment of a station, summed over its connectors. */
export interface Equipment {
  connectors: number;
  types: string[];
  currents: Current[];
  maxRatedW: number;
  /** Connectors by type and power. */
  plugs: { type: string; ratedW: number; current: Current; total: number }[];
}

/** All kinds of connectors, in the order in which a station's kinds follow. */
export function listConnectorKinds(tx: Tx): Promise<ConnectorKind[]> {
  const { type, ratedW, current } = connectors;
  return tx
    .selectDistinct({ type, ratedW, current: sql<Current>`${current}` })
    .from(connectors)
    .orderBy(asc(type), asc(ratedW), asc(current));
}

/** Type id of `text[]`, which the types of `pg` leave out. */
const TEXT_ARRAY = 1009 as Parameters<typeof types.getTypeParser>[0];
const parseArray = types.getTypeParser(TEXT_ARRAY) as (text: string) => string[];

export function parseArea(text: string): StationArea {
  const [locality = '', city = '', state = ''] = text.split(TEXT_SEPARATOR);
  return { locality, city, state };
}

export function parseTraits(text: string): StationTraits {
  const [access = '', demo, inferred, autocharge, amenities, hours, ...network] = text.split(TEXT_SEPARATOR);
  return {
    access,
    network: network.join(''),
    isDemo: demo !== '',
    amenities: amenities ? parseArray(amenities) : [],
    hasInferredAmenities: inferred !== '',
    hasAutocharge: autocharge !== '',
    openHours: hours ? (JSON.parse(hours) as OpenHours) : null,
  };
}

/** Calls `onStation` for each station in use, ordered by id. */
export async function eachStationInUse(database: Database, onStation: (station: ListedStation) => void): Promise<void> {
  const { id, name, address, pincode, latitude, longitude, averageRating, locality, city, state } = stations;
  const { access, network, isDemo, amenities, hasInferredAmenities, hasAutocharge, openHours } = stations;
  const without = (column: SQLWrapper) => sql`replace(${column}, chr(31), '')`;
  const text = sql`concat_ws(chr(31), ${id}, ${without(name)}, ${without(address)}, ${pincode})`;
  const area = sql`concat_ws(chr(31), ${without(locality)}, ${without(city)}, ${without(state)})`;
  // Written out, because PostgreSQL takes longer to make an array of them. What may hold a separator comes last, or is
  // without it.
  const flag = (column: SQLWrapper) => sql`case when ${column} then 'yes' else '' end`;
  const flags = sql`${flag(isDemo)}, ${flag(hasInferredAmenities)}, ${flag(hasAutocharge)}`;
  const listed = sql`case when cardinality(${amenities}) > 0 then ${without(sql`${amenities}::text`)} else '' end`;
  const traits = sql`concat_ws(chr(31), ${access}, ${flags}, ${listed}, coalesce(${openHours}::text, ''), ${network})`;
  const statement = new QueryBuilder()
    .select({ text, latitude, longitude, averageRating, area, traits })
    .from(stations)
    .where(eq(stations.isInUse, true))
    .orderBy(asc(id));
  type Row = [string, number, number, number | null, string, string];
  await eachRow<Row>(database, statement.toSQL(), ([ofText, ofLatitude, ofLongitude, rating, ofArea, ofTraits]) =>
    onStation({
      text: ofText,
      latitude: ofLatitude,
      longitude: ofLongitude,
      averageRating: rating,
      area: ofArea,
      traits: ofTraits,
    }),
  );
}

/** Calls `onConnector` for each connector, with its station and kind. */
export async function eachConnector(
  database: Database,
  onConnector: (stationId: string, kind: ConnectorKind) => void,
): Promise<void> {
  const { type, ratedW, current } = connectors;
  const kinds = new Interned<ConnectorKind>((text) => {
    const [ofRatedW, ofCurrent, ...ofType] = text.split(' ');
    return { type: ofType.join(' '), ratedW: Number(ofRatedW), current: ofCurrent as Current };
  });
  const statement = new QueryBuilder()
    .select({ stationId: chargePoints.stationId, kind: sql`concat_ws(' ', ${ratedW}, ${current}, ${type})` })
    .from(connectors)
    .innerJoin(chargePoints, eq(chargePoints.id, connectors.chargePointId))
    .where(isNull(chargePoints.retiredAt));
  await eachRow<[string, string]>(database, statement.toSQL(), ([stationId, text]) => {
    const kind = kinds.values[kinds.numberOf(text)];
    if (kind) onConnector(stationId, kind);
  });
}

/** Calls `onBand` for each tariff band, with its station. */
export async function eachTariffBand(
  database: Database,
  onBand: (stationId: string, band: TariffBand) => void,
): Promise<void> {
  const { stationId, current, fromMinute, toMinute, pricePaisePerKwh, validFrom } = tariffBands;
  const statement = new QueryBuilder()
    .select({ stationId, current, fromMinute, toMinute, pricePaisePerKwh, validFrom })
    .from(tariffBands);
  await eachRow<[string, Current, number, number, number, Date]>(
    database,
    statement.toSQL(),
    ([stationId, current, fromMinute, toMinute, pricePaisePerKwh, validFrom]) =>
      onBand(stationId, { current, fromMinute, toMinute, pricePaisePerKwh, validFrom }),
  );
}
