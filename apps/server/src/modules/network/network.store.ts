import { and, asc, avg, countDistinct, desc, eq, isNull, ne, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { isAnyOf } from '#db/statements/any-of.ts';
import { isChargePointId } from './network-ids.ts';
import { chargePoints, connectors, networkRevision, stations, tariffBands } from './network.tables.ts';
import type { Current, TariffBand } from './stations/tariff.ts';

export type StationRow = typeof stations.$inferSelect;
export type ChargePointRow = typeof chargePoints.$inferSelect;
export type ConnectorRow = typeof connectors.$inferSelect;
export type ChargePointWithConnectors = ChargePointRow & { connectors: ConnectorRow[] };

const { city, state } = stations;

/** Finds a station, in use or not. */
export async function findStation(tx: Tx, stationId: string): Promise<StationRow | undefined> {
  return (await listStationsById(tx, [stationId]))[0];
}

/** Finds a station and locks it until the transaction ends. */
export async function lockStation(tx: Tx, stationId: string): Promise<StationRow | undefined> {
  return (await tx.select().from(stations).where(eq(stations.id, stationId)).for('update'))[0];
}

export async function changeStation(tx: Tx, stationId: string, change: Pick<StationRow, 'isInUse'>): Promise<void> {
  await tx.update(stations).set(change).where(eq(stations.id, stationId));
}

/** Lists these stations, in use or not. */
export async function listStationsById(tx: Tx, stationIds: string[]): Promise<StationRow[]> {
  return stationIds.length === 0 ? [] : tx.select().from(stations).where(isAnyOf(stations.id, stationIds));
}

/** Tariffs by station id. */
export async function listTariffs(tx: Tx, ids?: string[]): Promise<Map<string, TariffBand[]>> {
  const rows = await tx
    .select()
    .from(tariffBands)
    .where(ids && isAnyOf(tariffBands.stationId, ids));
  const byStation = new Map<string, TariffBand[]>();
  for (const { stationId, current, ...band } of rows) {
    const bands = byStation.get(stationId) ?? [];
    bands.push({ ...band, current: current as Current });
    byStation.set(stationId, bands);
  }
  return byStation;
}

/** Charge points with their connectors, ordered by id and number, without retired ones. */
export async function listChargePointsOfStations(tx: Tx, stationIds: string[]): Promise<ChargePointWithConnectors[]> {
  return listWithConnectors(tx, and(isAnyOf(chargePoints.stationId, stationIds), isNull(chargePoints.retiredAt)));
}

export async function listChargePointsById(tx: Tx, chargePointIds: string[]): Promise<ChargePointWithConnectors[]> {
  return chargePointIds.length === 0 ? [] : listWithConnectors(tx, isAnyOf(chargePoints.id, chargePointIds));
}

export async function findChargePoint(tx: Tx, chargePointId: string): Promise<ChargePointWithConnectors | undefined> {
  if (!isChargePointId(chargePointId)) return undefined;
  const [chargePoint] = await listWithConnectors(tx, eq(chargePoints.id, chargePointId));
  return chargePoint;
}

/** True if the charge point is known, registered or not. */
export async function hasChargePoint(tx: Tx, chargePointId: string): Promise<boolean> {
  if (!isChargePointId(chargePointId)) return false;
  const { id } = chargePoints;
  return (await tx.select({ id }).from(chargePoints).where(eq(id, chargePointId))).length > 0;
}

/** Charge points whose ids have these letters and digits, in upper case and ignoring other characters. At most two. */
export function listChargePointsByNumber(tx: Tx, number: string): Promise<Pick<ChargePointRow, 'id' | 'stationId'>[]> {
  return tx
    .select({ id: chargePoints.id, stationId: chargePoints.stationId })
    .from(chargePoints)
    .where(
      and(
        isNull(chargePoints.retiredAt),
        eq(sql`regexp_replace(upper(${chargePoints.id}), '[^A-Z0-9]', '', 'g')`, number),
      ),
    )
    .limit(2);
}

async function listWithConnectors(tx: Tx, where: SQL | undefined): Promise<ChargePointWithConnectors[]> {
  const rows = await tx
    .select()
    .from(chargePoints)
    .leftJoin(connectors, eq(connectors.chargePointId, chargePoints.id))
    .where(where)
    .orderBy(asc(chargePoints.id), asc(connectors.number));
  const byId = new Map<string, ChargePointWithConnectors>();
  for (const row of rows) {
    const chargePoint = byId.get(row.chargers.id) ?? { ...row.chargers, connectors: [] };
    byId.set(chargePoint.id, chargePoint);
    if (row.connectors) chargePoint.connectors.push(row.connectors);
  }
  return [...byId.values()];
}

/** Ids of the stations that have one of these charge points. */
export async function listStationIdsOf(tx: Tx, chargePointIds: string[]): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ id: chargePoints.stationId })
    .from(chargePoints)
    .where(isAnyOf(chargePoints.id, chargePointIds));
  return rows.map(({ id }) => id);
}

/** A part of a city. Its position is the mean of its stations'. */
export interface Locality {
  name: string;
  city: string;
  state: string;
  latitude: number;
  longitude: number;
  stations: number;
}

/** The localities of the network's own stations, largest first. */
export function listLocalities(tx: Tx): Promise<Locality[]> {
  const count = countDistinct(stations.id);
  return tx
    .select({
      name: stations.locality,
      city,
      state,
      latitude: avg(stations.latitude).mapWith(Number),
      longitude: avg(stations.longitude).mapWith(Number),
      stations: count,
    })
    .from(stations)
    .where(and(isNull(stations.source), eq(stations.isInUse, true), ne(stations.locality, '')))
    .groupBy(stations.state, stations.city, stations.locality)
    .orderBy(desc(count), asc(stations.locality));
}

export async function changeAverageRating(tx: Tx, stationId: string, averageRating: number | null): Promise<void> {
  await tx.update(stations).set({ averageRating }).where(eq(stations.id, stationId));
}

/** Like `changeAverageRating`, for many stations. */
export async function changeAverageRatings(
  tx: Tx,
  averages: { stationId: string; averageRating: number }[],
): Promise<void> {
  await tx.execute(sql`
    update ${stations} set rating = a.average_rating
    from unnest(${sql.param(averages.map(({ stationId }) => stationId))}::text[], ${sql.param(averages.map(({ averageRating }) => averageRating))}::float8[])
      as a (id, average_rating)
    where ${stations.id} = a.id`);
}

/** A number that rises with each change of the network, but not with charge points' reports. */
export async function readRevision(tx: Tx): Promise<string> {
  const { rows } = await tx.execute<{ revision: string }>(
    sql`select last_value::text || is_called::text as revision from ${sql.identifier(networkRevision.seqName ?? '')}`,
  );
  return rows[0]?.revision ?? '';
}

/** Tells every server that its list is outdated. Call it after the commit, because a sequence takes effect at once. */
export async function incrementRevision(tx: Tx): Promise<void> {
  await tx.execute(sql`select nextval(${networkRevision.seqName})`);
}
