import type { Database } from '#db/database.ts';
import { systemClock } from '#kernel/clock.ts';
import { listVehiclesNamed } from '#modules/sessions/history/index.ts';
import { createVehicles } from '#modules/vehicles/index.ts';
import { seed } from './seed.ts';

/** Adds the catalogue of vehicles. It is part of the product, so every database has it. */
export async function seedVehicles(database: Database): Promise<void> {
  const vehicles = createVehicles({ database, clock: systemClock, namedBySessions: listVehiclesNamed });
  await seed(database, 'vehicles-power-and-variants', ['vehicles.json', 'vehicle-drawings.json'], (file, drawings) =>
    vehicles.saveCatalogue(file, drawings),
  );
}
