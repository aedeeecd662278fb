import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#db/database.ts';
import { startEmbeddedPostgres } from '#db/embedded.ts';
import { migrate } from '#db/migrate.ts';
import { createLog } from '#kernel/log.ts';
import { saveFirstSupplier } from '#modules/invoices/index.ts';
import { SUPPLIER } from './supplier.ts';
import { startSystemPostgres } from './system-postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgresUrl: string;
    /** A folder of the whole run, for what several test files make once. */
    runFolder: string;
  }
}

/** Where the programs of the PostgreSQL are that tests run over; that of the npm packages where it is not said (`test:full -- postgres15`). */
const PROGRAMS = process.env['TEST_POSTGRES'];

/** One PostgreSQL for the whole run, with a migrated template that each test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const log = createLog('error');
  const dataDir = join(tmpdir(), `bijli-test-${process.pid}`);
  mkdirSync(dataDir, { mode: 0o711, recursive: true });
  // Test files run beside each other, some with several servers; and nothing here has to outlive the machine's losing its power.
  const settings = { max_connections: '300', fsync: 'off' };
  const postgres = PROGRAMS
    ? await startSystemPostgres(PROGRAMS, dataDir, settings)
    : await startEmbeddedPostgres(dataDir, log, settings);
  const database = openDatabase(postgres.url, log);
  await migrate(database, log);
  await saveFirstSupplier(database, SUPPLIER, new Date(0));
  await database.$client.end();
  project.provide('postgresUrl', postgres.url);
  project.provide('runFolder', dataDir);
  return async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
