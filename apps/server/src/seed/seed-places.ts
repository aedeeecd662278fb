import type { Database } from '#db/database.ts';
import { savePlaces } from '#modules/discovery/index.ts';
import { seed } from './seed.ts';

/** Adds the places of India. They are part of the product, so every database has them. */
export async function seedPlaces(database: Database): Promise<void> {
  await seed(database, 'places', ['places.json'], (file) => savePlaces(database, file));
}
