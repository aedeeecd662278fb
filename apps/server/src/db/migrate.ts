import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { Client } from 'pg';
import { migrateJobs } from '#jobs/boss.ts';
import { SECOND_MS, MINUTE_MS } from '#kernel/durations.ts';
import { inLane } from '#kernel/lane.ts';
import type { Log } from '#kernel/log.ts';
import type { Database } from './database.ts';
import { listMigrations, MIGRATIONS_FOLDER, missingSteps, timeLeftMs, timeLeftInWords } from './migration-steps.ts';

/** Held while migrating, so that nodes starting together take turns. */
const MIGRATION_LOCK = 4_201_947;
/** Held by a node that starts. */
const START_LOCK = 4_201_949;
const CONNECT_TIMEOUT_MS = 10 * SECOND_MS;
/** How the statement begins by which each migration is noted as applied, its last one. */
const NOTED = 'insert into "drizzle"."__drizzle_migrations"';
/** A change of a large table takes its time, but it does not wait for ever for another's transaction. */
const LOCK_TIMEOUT_MS = 10 * MINUTE_MS;

/**
 * Brings the database up to the committed migrations, on a connection of its own that knows no limit for a statement: all of
 * them or, when it is interrupted, none. `onStep` hears of each that a database of an earlier release lacks, as it begins,
 * and how long the rest may take; a new database is ready at once. The tables of the queues of jobs come first, as a migration may add jobs.
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
  // What befalls the connection is told by the statement under way.
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

/** Nodes that start together do this one after the other; what the first of them has done the next finds done. */
export async function withMigrationLock<T>(url: string, task: () => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, keepAlive: true });
  client.on('error', () => {});
  await client.connect();
  try {
    // Of a transaction, which a connection pooler does not break.
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [START_LOCK]);
    return await task();
  } finally {
    await client.end().catch(() => {});
  }
}

/** Why the database cannot serve now, or `undefined` when it can. */
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

/** Asks that for health probes: on a connection that nobody else uses, once however many ask, and soon answered. */
export function createProbe(database: Database): () => Promise<string | undefined> {
  let underWay: Promise<string | undefined> | undefined;
  return () =>
    (underWay ??= inLane('health', () => databaseProblem(database)).finally(() => {
      underWay = undefined;
    }));
}
