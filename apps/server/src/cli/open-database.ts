import type { Config } from '#config/config.ts';
import { openDatabase, type Database } from '#db/database.ts';
import { runningDatabaseUrl } from '#db/embedded/embedded.ts';
import { databaseProblem, migrate } from '#db/migrate.ts';
import { createLog, type Log } from '#kernel/log.ts';
import { startOwnDatabase } from '../backup/own-database.ts';
import { isServed } from '../cluster/lease.store.ts';

/**
 * Opens the database that the server uses, while a task runs. It takes the operator's own database if there is one;
 * else the embedded one, which it starts if no server is running on the data folder.
 */
export async function withDatabase<T>(config: Config, log: Log, task: (database: Database) => Promise<T>): Promise<T> {
  const url = config.databaseUrl ?? runningDatabaseUrl(config.dataDir);
  const postgres = url ? undefined : await startOwnDatabase(config, log);
  try {
    // What fails here is told to the operator as a sentence, so it need not be logged.
    const database = openDatabase(url ?? postgres?.url ?? '', createLog('silent'), 4);
    try {
      await bringUpToDate(database, log);
      return await task(database);
    } finally {
      await database.$client.end();
    }
  } finally {
    await postgres?.stop();
  }
}

/** Migrates the database, but not under a running server: only the node that serves may change its tables. */
async function bringUpToDate(database: Database, log: Log): Promise<void> {
  if (!(await isServed(database))) return migrate(database, log);
  const problem = await databaseProblem(database);
  if (problem)
    throw new Error(`A server of an older release is running on this database: ${problem}. Update it first.`);
}
