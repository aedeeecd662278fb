import type { Database } from '#db/database.ts';
import { findStation, hasChargePoint } from '#modules/network/index.ts';

/** Throws a sentence if there is no such charger, because a wrong id would look like an empty list. */
export async function checkChargePointId(database: Database, id: string | undefined): Promise<void> {
  if (id !== undefined && !(await hasChargePoint(database, id))) throw new Error(`There is no charger ${id}.`);
}

/** Throws a sentence if there is no such station, because a wrong id would look like an empty list. */
export async function checkStationId(database: Database, id: string | undefined): Promise<void> {
  if (id !== undefined && !(await findStation(database, id))) throw new Error(`There is no station ${id}.`);
}
