import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import type { Database } from './database.ts';

const FOLDER = fileURLToPath(new URL('../../drizzle', import.meta.url));
/** Held while migrating, so that nodes starting together take turns. */
const MIGRATION_LOCK = 4_201_947;

/** Brings the database up to the committed migrations. */
export async function migrate(database: Database): Promise<void> {
  const client = await database.$client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await applyMigrations(database, { migrationsFolder: FOLDER });
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => {});
    client.release();
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
