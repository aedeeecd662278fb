import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { openDatabase, type Database } from '#db/database.ts';
import { startEmbeddedPostgres } from '#db/embedded/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { createLog } from '#kernel/log.ts';
import { saveFirstSupplier } from '#modules/invoices/index.ts';
import { seedVehicles } from '#seed/seed-vehicles.ts';
import { databaseFolder } from './database-folder.ts';
import { SUPPLIER } from './supplier.ts';
import { startSystemPostgres } from './system-postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
    /** A folder for what several test files share in a run. */
    runFolder: string;
  }
}

/**
 * The folder with the programs of the PostgreSQL that tests use (`test:full -- postgres15`). By default they come from
 * the npm packages.
 */
const PROGRAMS = process.env['TEST_POSTGRES'];

/** Starts one PostgreSQL for the whole run, with a migrated template that each test file copies. It has the
 * catalogue of vehicles, which every server adds at its start. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const log = createLog('error');
  const dataDir = databaseFolder('test');
  // Test files run in parallel, some with several servers, so they need many connections. Nothing has to survive a
  // power cut. The log of changes stays short, because it is usually in memory.
  const settings = { max_connections: '300', fsync: 'off', max_wal_size: '256MB' };
  const postgres = PROGRAMS
    ? await startSystemPostgres(PROGRAMS, dataDir, settings)
    : await startEmbeddedPostgres(dataDir, log, settings);
  const database = openDatabase(postgres.url, log);
  await migrate(database, log);
  await saveFirstSupplier(database, SUPPLIER, new Date(0));
  await seedVehicles(database);
  await cheapenPassword(database, postgres.url);
  await database.$client.end();
  project.provide('postgresUrl', postgres.url);
  project.provide('runFolder', dataDir);
  return async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/** Stores the password with one round of hashing. Each of the tests' many connections would otherwise compute 4,096. */
async function cheapenPassword({ $client }: Database, url: string): Promise<void> {
  // PostgreSQL 15 has no such setting.
  const oneRound = "select set_config(name, '1', true) from pg_settings where name = 'scram_iterations'";
  await $client.query(`${oneRound}; alter role postgres password '${new URL(url).password}'`);
}
