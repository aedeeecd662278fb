import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { Client } from 'pg';
import { inLane } from '#kernel/lane.ts';
import type { Database } from './database.ts';

const FOLDER = fileURLToPath(new URL('../../drizzle', import.meta.url));
/** Held while migrating, so that nodes starting together take turns. */
const MIGRATION_LOCK = 4_201_947;
const CONNECT_MS = 10_000;
/** A change of a large table takes its time, but it does not wait for ever for another's transaction. */
const LOCK_MS = 10 * 60_000;

/** Brings the database up to the committed migrations, on a connection of its own that knows no limit for a statement. */
export async function migrate({ $client }: Database): Promise<void> {
  const client = new Client({
    connectionString: $client.options.connectionString,
    application_name: 'bijli migrations',
    connectionTimeoutMillis: CONNECT_MS,
    lock_timeout: LOCK_MS,
    keepAlive: true,
  });
  // What befalls the connection is told by the statement under way.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await applyMigrations(drizzle({ client }), { migrationsFolder: FOLDER });
  } finally {
    // The lock goes with the connection.
    await client.end().catch(() => {});
  }
}

/** Why the database cannot serve now, or `undefined` when it can. */
export async function databaseProblem(database: Database): Promise<string | undefined> {
  const journal = JSON.parse(readFileSync(`${FOLDER}/meta/_journal.json`, 'utf8')) as { entries: unknown[] };
  try {
    const { rows } = await database.execute<{ applied: number }>(
      sql`select count(*)::int as applied from drizzle.__drizzle_migrations`,
    );
    const applied = rows[0]?.applied ?? 0;
    return applied >= journal.entries.length ? undefined : `${journal.entries.length - applied} migrations are missing`;
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
