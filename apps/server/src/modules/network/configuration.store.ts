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
