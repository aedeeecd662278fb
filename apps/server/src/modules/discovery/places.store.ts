import { asc } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { places } from './places.tables.ts';

export type Town = typeof places.$inferSelect;

/** PostgreSQL takes 65,535 values in a statement; a row here has seven. */
const ROWS_A_STATEMENT = 5000;

/** The most populous first. */
export function listPlaces(tx: Tx): Promise<Town[]> {
  return tx.select().from(places).orderBy(asc(places.rank));
}

/** Puts these in the place of all there were. */
export async function replacePlaces(tx: Tx, rows: Town[]): Promise<void> {
  await tx.delete(places);
  for (let start = 0; start < rows.length; start += ROWS_A_STATEMENT) {
    await tx.insert(places).values(rows.slice(start, start + ROWS_A_STATEMENT));
  }
}
