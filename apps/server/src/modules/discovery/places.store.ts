import { asc } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { rowBatches } from '#db/row-batches.ts';
import { places } from './places.tables.ts';

export type Town = typeof places.$inferSelect;

/** The most populous first. */
export function listPlaces(tx: Tx): Promise<Town[]> {
  return tx.select().from(places).orderBy(asc(places.rank));
}

/** Puts these in the place of all there were. */
export async function replacePlaces(tx: Tx, rows: Town[]): Promise<void> {
  await tx.delete(places);
  for (const batch of rowBatches(rows)) await tx.insert(places).values(batch);
}
