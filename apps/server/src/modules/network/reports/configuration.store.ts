import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { isAnyOf } from '#db/statements/any-of.ts';
import { columnOf } from '#db/statements/column.ts';
import { chargePointConfiguration } from '../network.tables.ts';

export interface ChargePointConfiguration {
  chargePointId: string;
  keys: { key: string; value: string | null; readonly: boolean }[];
  readAt: Date;
}

/** The value of a configuration key, without regard to case. Undefined if unknown. */
export async function findConfiguration(tx: Tx, chargePointId: string, key: string): Promise<string | undefined> {
  const isKey = sql`lower(${chargePointConfiguration.key}) = ${key.toLowerCase()}`;
  const [row] = await tx
    .select({ value: chargePointConfiguration.value })
    .from(chargePointConfiguration)
    .where(and(eq(chargePointConfiguration.chargePointId, chargePointId), isKey));
  return row?.value ?? undefined;
}

/**
 * Stores configuration keys that a charge point has reported or accepted. If it is not reported whether a key is
 * read-only, the stored flag stays.
 */
export async function saveConfigurationKeys(
  tx: Tx,
  chargePointId: string,
  keys: { key: string; value: string | null; readonly?: boolean | undefined }[],
  readAt: Date,
): Promise<void> {
  const { chargePointId: charger, key: name } = chargePointConfiguration;
  for (const { key, value, readonly } of keys) {
    const isKey = and(eq(charger, chargePointId), sql`lower(${name}) = ${key.toLowerCase()}`);
    const set = { value, readAt, ...(readonly !== undefined && { isReadonly: readonly }) };
    const updated = await tx.update(chargePointConfiguration).set(set).where(isKey);
    if (updated.rowCount === 0)
      await tx
        .insert(chargePointConfiguration)
        .values({ chargePointId, key, value, readAt, isReadonly: readonly ?? false })
        .onConflictDoNothing();
  }
}

/** Replaces the stored configurations of charge points. */
export async function replaceConfigurations(tx: Tx, changes: ChargePointConfiguration[]): Promise<void> {
  const rows = changes.flatMap(({ chargePointId, keys, readAt }) =>
    keys.map((entry) => ({ ...entry, chargePointId, readAt: readAt.toISOString() })),
  );
  const ids = changes.map(({ chargePointId }) => chargePointId);
  await tx.delete(chargePointConfiguration).where(isAnyOf(chargePointConfiguration.chargePointId, ids));
  await tx.execute(sql`
    insert into ${chargePointConfiguration} (charger_id, key, value, readonly, read_at)
    select * from unnest(${columnOf(rows.map((row) => row.chargePointId))}::text[], ${columnOf(rows.map(({ key }) => key))}::text[],
      ${columnOf(rows.map(({ value }) => value))}::text[], ${columnOf(rows.map(({ readonly }) => readonly))}::bool[],
      ${columnOf(rows.map((row) => row.readAt))}::timestamptz[])`);
}
