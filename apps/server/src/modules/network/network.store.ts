import { and, asc, avg, countDistinct, desc, eq, inArray, isNull, ne, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { chargers, connectors, networkRevision, stations, tariffBands } from './network.tables.ts';
import type { Current, TariffBand } from './tariff.ts';

export type StationRow = typeof stations.$inferSelect;
export type ChargerRow = typeof chargers.$inferSelect;
export type ConnectorRow = typeof connectors.$inferSelect;
export type ChargerWithConnectors = ChargerRow & { connectors: ConnectorRow[] };

/** What a station has, summed over its connectors. */
export interface Equipment {
  stationId: string;
  connectors: number;
  types: string[];
  currents: Current[];
  maxW: number;
}

const { id, name, address, locality, city, state, pincode, latitude, longitude, access, network, demo, rating } =
  stations;
const { openHours, amenities, amenitiesInferred, autocharge } = stations;
const shownColumns = { id, name, address, city, state, latitude, longitude, access, network, demo, rating };
const listedColumns = { ...shownColumns, locality, pincode, openHours, amenities, amenitiesInferred, autocharge };
/** What a list shows of a station itself, or finds it by. */
export type ListedStation = Pick<StationRow, keyof typeof listedColumns>;

/** Stations that are in use, by id. */
export function listStations(tx: Tx): Promise<ListedStation[]> {
  return tx.select(listedColumns).from(stations).where(eq(stations.operational, true)).orderBy(asc(stations.id));
}

/** One station, in use or not. */
export async function findStation(tx: Tx, stationId: string): Promise<StationRow | undefined> {
  return (await findStations(tx, [stationId]))[0];
}

/** These stations, in use or not. */
export async function findStations(tx: Tx, stationIds: string[]): Promise<StationRow[]> {
  return stationIds.length === 0 ? [] : tx.select().from(stations).where(inArray(stations.id, stationIds));
}

export function listEquipment(tx: Tx): Promise<Equipment[]> {
  return tx
    .select({
      stationId: chargers.stationId,
      connectors: sql<number>`count(*)::int`,
      types: sql<string[]>`array_agg(distinct ${connectors.type})`,
      currents: sql<Current[]>`array_agg(distinct ${connectors.current})`,
      maxW: sql<number>`max(${connectors.maxW})`,
    })
    .from(connectors)
    .innerJoin(chargers, eq(chargers.id, connectors.chargerId))
    .groupBy(chargers.stationId);
}

/** Tariffs by station. */
export async function listTariffs(tx: Tx, ids?: string[]): Promise<Map<string, TariffBand[]>> {
  const rows = await tx
    .select()
    .from(tariffBands)
    .where(ids && inArray(tariffBands.stationId, ids));
  const byStation = new Map<string, TariffBand[]>();
  for (const { stationId, current, ...band } of rows) {
    const bands = byStation.get(stationId) ?? [];
    bands.push({ ...band, current: current as Current });
    byStation.set(stationId, bands);
  }
  return byStation;
}

/** Chargers with their connectors, in the order of their ids and numbers. */
export async function chargersOf(tx: Tx, stationIds: string[]): Promise<ChargerWithConnectors[]> {
  return joined(tx, inArray(chargers.stationId, stationIds));
}

export async function findChargers(tx: Tx, chargerIds: string[]): Promise<ChargerWithConnectors[]> {
  return chargerIds.length === 0 ? [] : joined(tx, inArray(chargers.id, chargerIds));
}

export async function findCharger(tx: Tx, chargerId: string): Promise<ChargerWithConnectors | undefined> {
  const [charger] = await joined(tx, eq(chargers.id, chargerId));
  return charger;
}

async function joined(tx: Tx, where: SQL): Promise<ChargerWithConnectors[]> {
  const rows = await tx
    .select()
    .from(chargers)
    .leftJoin(connectors, eq(connectors.chargerId, chargers.id))
    .where(where)
    .orderBy(asc(chargers.id), asc(connectors.number));
  const byId = new Map<string, ChargerWithConnectors>();
  for (const row of rows) {
    const charger = byId.get(row.chargers.id) ?? { ...row.chargers, connectors: [] };
    byId.set(charger.id, charger);
    if (row.connectors) charger.connectors.push(row.connectors);
  }
  return [...byId.values()];
}

/** Stations that have one of these chargers. */
export async function stationsOf(tx: Tx, chargerIds: string[]): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ id: chargers.stationId })
    .from(chargers)
    .where(inArray(chargers.id, chargerIds));
  return rows.map(({ id }) => id);
}

/** Middle points of the localities of the network's own stations, largest first. */
export async function listLocalities(tx: Tx): Promise<{ name: string; latitude: number; longitude: number }[]> {
  const rows = await tx
    .select({
      name: stations.locality,
      latitude: avg(stations.latitude).mapWith(Number),
      longitude: avg(stations.longitude).mapWith(Number),
    })
    .from(stations)
    .where(and(isNull(stations.source), eq(stations.operational, true), ne(stations.locality, '')))
    .groupBy(stations.city, stations.locality)
    .orderBy(desc(countDistinct(stations.id)), asc(stations.locality));
  return rows;
}

export async function putRating(tx: Tx, stationId: string, rating: number | null): Promise<void> {
  await tx.update(stations).set({ rating }).where(eq(stations.id, stationId));
}

/** How often the network was changed by other means than its chargers' reports. */
export async function readRevision(tx: Tx): Promise<string> {
  const { rows } = await tx.execute<{ revision: string }>(
    sql`select last_value::text || is_called::text as revision from ${sql.identifier(networkRevision.seqName ?? '')}`,
  );
  return rows[0]?.revision ?? '';
}

/** Tells every server that its list is old. After the commit: a sequence does not wait for one. */
export async function raiseRevision(tx: Tx): Promise<void> {
  await tx.execute(sql`select nextval(${networkRevision.seqName})`);
}
