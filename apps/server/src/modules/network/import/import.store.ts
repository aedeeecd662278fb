import { and, eq, getTableColumns, isNotNull, isNull, not, or, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/database.ts';
import { isAnyOf } from '#db/statements/any-of.ts';
import { insertRows } from '#db/statements/insert-rows.ts';
import { secretHashOf } from '../credentials/secret-hash.ts';
import { chargePoints, connectors, stations, tariffBands } from '../network.tables.ts';
import type { ImportedStation } from './row.ts';

/** The import hashes of existing stations, by id. */
export async function listImportHashes(tx: Tx, stationIds: string[]): Promise<Map<string, string>> {
  const rows = await tx
    .select({ id: stations.id, hash: stations.importHash })
    .from(stations)
    .where(isAnyOf(stations.id, stationIds));
  return new Map(rows.map(({ id, hash }) => [id, hash]));
}

/** The station of each of these charge points. */
export async function listStationsOfChargePoints(tx: Tx, chargePointIds: string[]): Promise<Map<string, string>> {
  const rows = await tx
    .select({ id: chargePoints.id, stationId: chargePoints.stationId })
    .from(chargePoints)
    .where(isAnyOf(chargePoints.id, chargePointIds));
  return new Map(rows.map(({ id, stationId }) => [id, stationId]));
}

export async function saveStations(
  tx: Tx,
  rows: { station: ImportedStation; hash: string }[],
  now: Date,
): Promise<void> {
  const values = rows.map(({ station, hash }) => ({ ...columnsOf(station), importHash: hash, importedAt: now }));
  const set = excludedColumns(stations, Object.keys(values[0] ?? {}));
  await insertRows(tx, stations, values, sql`on conflict (id) do update set ${set}`);
}

/** Maps an imported row to the table's columns. */
function columnsOf(station: ImportedStation) {
  const { amenitiesInferred, autocharge, operational, demo, ...others } = station;
  return {
    ...others,
    hasInferredAmenities: amenitiesInferred,
    hasAutocharge: autocharge,
    isInUse: operational,
    isDemo: demo,
  };
}

/** Replaces the prices of stations whose row has prices. */
export async function saveTariffs(tx: Tx, imported: ImportedStation[], validFrom: Date): Promise<void> {
  const telling = imported.filter(({ tariff }) => tariff !== undefined);
  await tx.delete(tariffBands).where(
    isAnyOf(
      tariffBands.stationId,
      telling.map(({ id }) => id),
    ),
  );
  const bands = telling.flatMap(({ id: stationId, tariff = [] }) =>
    tariff.map((band) => ({ ...band, stationId, validFrom })),
  );
  await insertRows(tx, tariffBands, bands);
}

/**
 * Makes the charge points of stations equal to the imported ones. Those that were registered or retired here belong to
 * the operator and stay as they are. Those of the demo's fleet follow the file.
 */
export async function saveChargePoints(
  tx: Tx,
  imported: ImportedStation[],
  fleetSecret: ((chargePointId: string) => string) | undefined,
): Promise<void> {
  const atStations = isAnyOf(
    chargePoints.stationId,
    imported.map(({ id }) => id),
  );
  const isUnregistered = or(isNull(chargePoints.passwordHash), eq(chargePoints.isInFleet, true)) ?? sql`false`;
  const isRegistered = or(not(isUnregistered), isNotNull(chargePoints.retiredAt));
  const registered = await tx.select({ id: chargePoints.id }).from(chargePoints).where(and(atStations, isRegistered));
  const registeredIds = new Set(registered.map(({ id }) => id));
  const rows = imported.flatMap(({ id: stationId, chargers }) =>
    chargers
      .filter(({ id }) => !registeredIds.has(id))
      .map((chargePoint) => ({
        ...chargePoint,
        stationId,
        ratedW: chargePoint.capacityW,
        isInFleet: chargePoint.fleet,
      })),
  );

  await tx.delete(chargePoints).where(
    and(
      atStations,
      isNull(chargePoints.passwordHash),
      isNull(chargePoints.retiredAt),
      not(
        isAnyOf(
          chargePoints.id,
          rows.map(({ id }) => id),
        ),
      ),
    ),
  );
  const values = rows.map((chargePoint) => ({
    ...chargePoint,
    passwordHash: chargePoint.isInFleet && fleetSecret ? secretHashOf(fleetSecret(chargePoint.id)) : null,
  }));
  const importedColumns = ['name', 'stationId', 'vendor', 'model', 'current', 'ratedW', 'isInFleet'];
  await insertRows(
    tx,
    chargePoints,
    values,
    sql`on conflict (id) do update set ${excludedColumns(chargePoints, importedColumns)},
      password_hash = coalesce(excluded.password_hash, ${chargePoints.passwordHash})`,
  );
  await saveConnectors(
    tx,
    rows.flatMap(({ id: chargePointId, connectors: itsConnectors }) =>
      itsConnectors.map(({ maxW: ratedW, ...connector }) => ({ ...connector, ratedW, chargePointId })),
    ),
  );
}

async function saveConnectors(tx: Tx, rows: (typeof connectors.$inferInsert)[]): Promise<void> {
  const chargePointIds = [...new Set(rows.map(({ chargePointId }) => chargePointId))];
  const keys = rows.map(({ chargePointId, number }) => `${chargePointId} ${number}`);
  await tx.execute(sql`
    delete from ${connectors}
    where ${connectors.chargePointId} = any(${sql.param(chargePointIds)})
      and ${connectors.chargePointId} || ' ' || ${connectors.number} <> all(${sql.param(keys)})`);
  const set = excludedColumns(connectors, ['type', 'current', 'ratedW']);
  await insertRows(tx, connectors, rows, sql`on conflict (charger_id, number) do update set ${set}`);
}

/** The `set` of an upsert: takes these columns from the row that was to be inserted. */
function excludedColumns(table: PgTable, names: string[]): SQL {
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => names.includes(name));
  const assignments = columns.map(([, column]) => {
    const name = sql.identifier(column.name);
    return sql`${name} = excluded.${name}`;
  });
  return sql.join(assignments, sql`, `);
}
