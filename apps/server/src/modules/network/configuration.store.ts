import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { chargerConfiguration } from './network.tables.ts';

/** Keeps what a charger has told of its configuration in the place of what it told before. */
export async function putConfiguration(
  tx: Tx,
  chargerId: string,
  keys: { key: string; value: string | null; readonly: boolean }[],
  readAt: Date,
): Promise<void> {
  await tx.delete(chargerConfiguration).where(eq(chargerConfiguration.chargerId, chargerId));
  if (keys.length > 0)
    await tx.insert(chargerConfiguration).values(keys.map((entry) => ({ ...entry, chargerId, readAt })));
}

/** The value of a key, whose case counts for nothing; undefined when it is not known. */
export async function findConfiguration(tx: Tx, chargerId: string, key: string): Promise<string | undefined> {
  const isKey = sql`lower(${chargerConfiguration.key}) = ${key.toLowerCase()}`;
  const [row] = await tx
    .select({ value: chargerConfiguration.value })
    .from(chargerConfiguration)
    .where(and(eq(chargerConfiguration.chargerId, chargerId), isKey));
  return row?.value ?? undefined;
}
