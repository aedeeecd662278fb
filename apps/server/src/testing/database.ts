import { Client, type Pool } from 'pg';
import { inject } from 'vitest';
import { openServerDatabase, SERVER_POOLS, type Database } from '#db/database.ts';
import { SECOND_MS } from '#kernel/durations.ts';
import { atEnd } from './at-end.ts';
import { eventually } from './eventually.ts';
import { testLog } from './log.ts';

let count = 0;
/**
 * The limits of the server, with as many connections and as long timeouts as a tool has, for a test's direct access.
 */
const TEST_POOLS = {
  ...SERVER_POOLS,
  background: { ...SERVER_POOLS.background, connections: 12, connectMs: 30 * SECOND_MS },
};

/**
 * Creates a migrated, empty database for a test file, as a copy of the template at this URL. It is dropped when the
 * file ends.
 */
export async function testDatabase(postgresUrl = inject('postgresUrl')): Promise<Database> {
  const admin = new URL(postgresUrl);
  const template = admin.pathname.slice(1);
  const name = `test_${process.pid}_${Date.now().toString(36)}_${count++}`;
  admin.pathname = '/postgres';
  // By default PostgreSQL would also write the copy to its log.
  await run(admin.href, `create database ${name} template ${template} strategy file_copy`);
  const own = new URL(admin);
  own.pathname = `/${name}`;
  const database = openServerDatabase(own.href, testLog, { pools: TEST_POOLS });
  atEnd(async () => {
    await database.$client.end();
    await run(admin.href, `drop database ${name} with (force)`);
  });
  return database;
}

/** Empties tables, including append-only ones, as the owner of the database can. */
export async function emptyTables({ $client }: Database, ...tables: string[]): Promise<void> {
  await $client.query(
    `begin; set local session_replication_role = replica; truncate ${tables.join(', ')} restart identity cascade; commit`,
  );
}

/** How many statements of this database, of those that contain the words, wait for a lock. */
export async function countLockWaits(pool: Pick<Pool, 'query'>, words = ''): Promise<number> {
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and strpos(query, $1) > 0`;
  return (await pool.query(waiting, [words])).rowCount ?? 0;
}

/**
 * Settles when a statement that contains these words waits for a lock. A process that only starts needs a longer
 * `timeout`.
 */
export async function waitsForLock(pool: Pool, words: string, timeout?: number): Promise<void> {
  await eventually(async () => {
    if ((await countLockWaits(pool, words)) === 0) throw new Error(`Nothing that says "${words}" waits for a lock.`);
  }, timeout);
}

export function databaseUrl(database: Database): string {
  const { connectionString } = database.$client.options;
  if (!connectionString) throw new Error('The pool was opened without an address.');
  return connectionString;
}

async function run(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
