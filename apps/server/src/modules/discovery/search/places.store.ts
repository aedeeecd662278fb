import { asc } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { insertRows } from '#db/statements/insert-rows.ts';
import { places } from '../discovery.tables.ts';

export type Town = typeof places.$inferSelect;

/** Most populous first. */
export function listPlaces(tx: Tx): Promise<Town[]> {
  return tx.select().from(places).orderBy(asc(places.rank));
}

/** Replaces all places. */
export async function replacePlaces(tx: Tx, rows: Town[]): Promise<void> {
  await tx.delete(places);
  await insertRows(tx, places, rows);
}
