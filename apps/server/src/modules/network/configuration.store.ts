import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { chargePointConfiguration } from './network.tables.ts';

/** Keeps what a charge point has told of its configuration in the place of what it told before. */
export async function saveConfiguration(
  tx: Tx,
  chargePointId: string,
  keys: { key: string; value: string | null; readonly: boolean }[],
  readAt: Date,
): Promise<void> {
  await tx.delete(chargePointConfiguration).where(eq(chargePointConfiguration.chargePointId, chargePointId));
  if (keys.length > 0)
    await tx.insert(chargePointConfiguration).values(keys.map((entry) => ({ ...entry, chargePointId, readAt })));
}

/** The value of a key, whose case counts for nothing; undefined when it is not known. */
export async function findConfiguration(tx: Tx, chargePointId: string, key: string): Promise<string | undefined> {
  const isKey = sql`lower(${chargePointConfiguration.key}) = ${key.toLowerCase()}`;
  const [row] = await tx
    .select({ value: chargePointConfiguration.value })
    .from(chargePointConfiguration)
    .where(and(eq(chargePointConfiguration.chargePointId, chargePointId), isKey));
  return row?.value ?? undefined;
}
