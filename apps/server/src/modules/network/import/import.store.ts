import { and, eq, getTableColumns, inArray, isNull, not, notInArray, or, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '#db/database.ts';
import { hashOf } from '#kernel/ids.ts';
import type { ImportedStation } from './row.ts';
import { chargers, connectors, stations, tariffBands } from '../network.tables.ts';

/** PostgreSQL takes 65,535 values in a statement; a row here has at most ten. */
const ROWS_A_STATEMENT = 5000;

/** Import hashes of the stations that are there. */
export async function importHashes(tx: Tx, stationIds: string[]): Promise<Map<string, string>> {
  const rows = await tx
    .select({ id: stations.id, hash: stations.importHash })
    .from(stations)
    .where(inArray(stations.id, stationIds));
  return new Map(rows.map(({ id, hash }) => [id, hash]));
}

/** The stations that chargers belong to now. */
export async function ownersOf(tx: Tx, chargerIds: string[]): Promise<Map<string, string>> {
  const rows = await tx
    .select({ id: chargers.id, stationId: chargers.stationId })
    .from(chargers)
    .where(inArray(chargers.id, chargerIds));
  return new Map(rows.map(({ id, stationId }) => [id, stationId]));
}

export async function putStations(
  tx: Tx,
  rows: { station: ImportedStation; hash: string }[],
  now: Date,
): Promise<void> {
  const values = rows.map(({ station, hash }) => ({ ...station, importHash: hash, importedAt: now }));
  const set = asTold(stations, Object.keys(values[0] ?? {}));
  await tx.insert(stations).values(values).onConflictDoUpdate({ target: stations.id, set });
}

/** A row that tells prices replaces those of its station; one that tells none leaves them alone. */
export async function putTariffs(tx: Tx, imported: ImportedStation[], validFrom: Date): Promise<void> {
  const telling = imported.filter(({ tariff }) => tariff !== undefined);
  await tx.delete(tariffBands).where(
    inArray(
      tariffBands.stationId,
      telling.map(({ id }) => id),
    ),
  );
  const bands = telling.flatMap(({ id: stationId, tariff = [] }) =>
    tariff.map((band) => ({ ...band, stationId, validFrom })),
  );
  if (bands.length > 0) await tx.insert(tariffBands).values(bands);
}

/**
 * Brings the chargers of stations to what was imported. Those registered here are the operator's and stay as they are; the
 * demo's fleet is the file's.
 */
export async function putChargers(
  tx: Tx,
  imported: ImportedStation[],
  fleetSecret: ((chargerId: string) => string) | undefined,
): Promise<void> {
  const atStations = inArray(
    chargers.stationId,
    imported.map(({ id }) => id),
  );
  const registered = not(or(isNull(chargers.passwordHash), eq(chargers.fleet, true)) ?? sql`false`);
  const kept = await tx.select({ id: chargers.id }).from(chargers).where(and(atStations, registered));
  const keptIds = new Set(kept.map(({ id }) => id));
  const wanted = imported.flatMap(({ id: stationId, chargers: told }) =>
    told.filter(({ id }) => !keptIds.has(id)).map((charger) => ({ ...charger, stationId })),
  );

  await tx.delete(chargers).where(
    and(
      atStations,
      isNull(chargers.passwordHash),
      notInArray(
        chargers.id,
        wanted.map(({ id }) => id),
      ),
    ),
  );
  for (const part of parts(wanted)) {
    const values = part.map((charger) => ({
      ...charger,
      passwordHash: charger.fleet && fleetSecret ? hashOf(fleetSecret(charger.id)) : null,
    }));
    const set = {
      ...asTold(chargers, ['name', 'stationId', 'vendor', 'model', 'current', 'capacityW', 'fleet']),
      passwordHash: sql`coalesce(excluded.password_hash, ${chargers.passwordHash})`,
    };
    await tx.insert(chargers).values(values).onConflictDoUpdate({ target: chargers.id, set });
  }
  await putConnectors(
    tx,
    wanted.flatMap(({ id: chargerId, connectors: told }) => told.map((connector) => ({ ...connector, chargerId }))),
  );
}

async function putConnectors(tx: Tx, wanted: (typeof connectors.$inferInsert)[]): Promise<void> {
  const chargerIds = [...new Set(wanted.map(({ chargerId }) => chargerId))];
  const keys = wanted.map(({ chargerId, number }) => `${chargerId} ${number}`);
  await tx.execute(sql`
    delete from ${connectors}
    where ${connectors.chargerId} = any(${sql.param(chargerIds)})
      and ${connectors.chargerId} || ' ' || ${connectors.number} <> all(${sql.param(keys)})`);
  const set = asTold(connectors, ['type', 'current', 'maxW']);
  for (const values of parts(wanted)) {
    await tx
      .insert(connectors)
      .values(values)
      .onConflictDoUpdate({ target: [connectors.chargerId, connectors.number], set });
  }
}

/** What an upsert sets: the named columns, to what the refused insert brought. */
function asTold(table: PgTable, names: string[]): Record<string, SQL> {
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => names.includes(name));
  return Object.fromEntries(columns.map(([name, column]) => [name, sql`excluded.${sql.identifier(column.name)}`]));
}

function* parts<T>(rows: T[]): Generator<T[]> {
  for (let start = 0; start < rows.length; start += ROWS_A_STATEMENT) yield rows.slice(start, start + ROWS_A_STATEMENT);
}
