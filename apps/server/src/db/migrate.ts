import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { Client } from 'pg';
import { migrateJobs } from '#jobs/boss.ts';
import { SECOND_MS, MINUTE_MS } from '#kernel/durations.ts';
import type { Log } from '#kernel/log.ts';
import { inWorkload } from '#kernel/workload.ts';
import type { Database } from './database.ts';
import {
  listMigrations,
  MIGRATIONS_FOLDER,
  missingSteps,
  timeLeftMs,
  timeLeftInWords,
} from './migrations/migration-steps.ts';

/** Held during a migration, so that nodes that start together take turns. */
const MIGRATION_LOCK = 4_201_947;
/** Held by a starting node. */
const START_LOCK = 4_201_949;
const CONNECT_TIMEOUT_MS = 10 * SECOND_MS;
/** The last statement of each migration, which records it, begins with this. */
const NOTED = 'insert into "drizzle"."__drizzle_migrations"';
/** Changing a large table may take long, but waiting for another transaction's lock may not. */
const LOCK_TIMEOUT_MS = 10 * MINUTE_MS;

/**
 * Applies the committed migrations on a separate connection without a time limit: all of them or, if interrupted, none.
 * For a database of an earlier release, `onStep` gets each missing migration as it begins, with the estimated time
 * left. The tables of the job queues come first, because a migration may add jobs.
 */
export async function migrate(
  { $client }: Database,
  log: Pick<Log, 'info'>,
  onStep: (step: string) => void = () => {},
): Promise<void> {
  const client = new Client({
    connectionString: $client.options.connectionString,
    application_name: 'bijli migrations',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    keepAlive: true,
  });
  // The running statement gets the connection's error.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrateJobs(client);
    const steps = await missingSteps(client);
    const from = performance.now();
    let stepsBegun = 0;
    const next = (): void => {
      const migration = steps[stepsBegun]?.migration;
      if (migration === undefined) return;
      const leftMs = timeLeftMs(steps, stepsBegun, performance.now() - from);
      stepsBegun += 1;
      const step = `step ${stepsBegun} of ${steps.length}${timeLeftInWords(leftMs)}`;
      log.info(
        {
          event: 'database.migrating',
          migration,
          step: stepsBegun,
          of: steps.length,
          leftSeconds: Math.ceil(leftMs / SECOND_MS),
        },
        `Migrating the database: ${step}`,
      );
      onStep(`migrating the database, ${step}`);
    };
    next();
    const logger = { logQuery: (query: string) => void (query.startsWith(NOTED) && next()) };
    await applyMigrations(drizzle({ client, logger }), { migrationsFolder: MIGRATIONS_FOLDER });
  } finally {
    // The lock goes with the connection.
    await client.end().catch(() => {});
  }
}

/** Nodes that start together do this one after the other. The first one does the work. */
export async function withMigrationLock<T>(url: string, task: () => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, keepAlive: true });
  client.on('error', () => {});
  await client.connect();
  try {
    // Set for one transaction, which works with connection poolers.
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [START_LOCK]);
    return await task();
  } finally {
    await client.end().catch(() => {});
  }
}

/** Why the database cannot serve now; `undefined` if it can. */
export async function databaseProblem(database: Database): Promise<string | undefined> {
  const { length: wanted } = listMigrations();
  try {
    const { rows } = await database.execute<{ applied: number }>(
      sql`select count(*)::int as applied from drizzle.__drizzle_migrations`,
    );
    const applied = rows[0]?.applied ?? 0;
    return applied >= wanted ? undefined : `${wanted - applied} migrations are missing`;
  } catch {
    return 'the database does not answer';
  }
}

/** The same for health probes: on a separate connection, once for all concurrent probes, with a short limit. */
export function createProbe(database: Database): () => Promise<string | undefined> {
  let underWay: Promise<string | undefined> | undefined;
  return () =>
    (underWay ??= inWorkload('health', () => databaseProblem(database)).finally(() => {
      underWay = undefined;
    }));
}
