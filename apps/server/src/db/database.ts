import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import { Pool } from 'pg';
import type { Log } from '#kernel/log.ts';

/** The pool, for opening transactions and for single statements. */
export type Database = NodePgDatabase & { $client: Pool };
/** Where a store function runs: inside a transaction, or straight on the database for a single statement. */
export type Tx = PgDatabase<NodePgQueryResultHKT>;

/** A caller that waits longer for a connection is told so, rather than hanging with a database that does not answer. */
const CONNECT_LIMIT_MS = 10_000;

/** Opens a pool of at most `connections` connections. A lost connection is logged and replaced, never fatal. */
export function openDatabase(url: string, log: Log, connections = 12): Database {
  const pool = new Pool({
    connectionString: url,
    max: connections,
    application_name: 'bijli',
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
  });
  // On the connection itself: the pool listens only while a connection is idle, and an error that nobody hears ends the process.
  pool.on('connect', (client) => {
    client.on('error', (error) => pool.ending || log.warn({ error: error.message }, 'a database connection was lost'));
  });
  pool.on('error', () => {});
  return drizzle({ client: pool });
}
