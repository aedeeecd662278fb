import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { chargePointConfiguration } from './network.tables.ts';

/** The value of a key, whose case counts for nothing; undefined when it is not known. */
export async function findConfiguration(tx: Tx, chargePointId: string, key: string): Promise<string | undefined> {
  const isKey = sql`lower(${chargePointConfiguration.key}) = ${key.toLowerCase()}`;
  const [row] = await tx
    .select({ value: chargePointConfiguration.value })
    .from(chargePointConfiguration)
    .where(and(eq(chargePointConfiguration.chargePointId, chargePointId), isKey));
  return row?.value ?? undefined;
}

/** Keeps the keys that a charge point has told of or taken; whether one is read-only stays where it was not told. */
export async function changeConfiguration(
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
