import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import { SECOND_MS, MINUTE_MS } from '#kernel/durations.ts';
import type { Log } from '#kernel/log.ts';
import { type Gate, WorkloadPool, type PoolSizes, type PoolSize } from './connections/workload-pool.ts';
import { checkFence, currentFence, type Fence } from './fence.ts';

/** The pool, for opening transactions and for single statements. */
export type Database = NodePgDatabase & { $client: Pool };
/** A transaction, or the database itself for a single statement. Store functions take it as their first argument. */
export type Tx = PgDatabase<NodePgQueryResultHKT>;

/** Imports, ledger checks and reports may take long, but not for ever. */
const TOOL_LIMITS = { connectMs: 10 * SECOND_MS, statementMs: 15 * MINUTE_MS, lockMs: MINUTE_MS };

/**
 * A server's connections, by kind of caller. Callers wait for all of them except `background`, so limits are short. A
 * charge point repeats its message and can wait longer. The health probe answers within two seconds, whatever the
 * database does. The supervisor returns within seconds, and must not wait for one locked row. The message log has a
 * separate connection, so that it never takes one that a charge point waits for.
 */
export const SERVER_POOLS: PoolSizes = {
  http: { connections: 10, connectMs: 5 * SECOND_MS, statementMs: 5 * SECOND_MS, lockMs: 4 * SECOND_MS },
  sockets: { connections: 3, connectMs: 5 * SECOND_MS, statementMs: 5 * SECOND_MS, lockMs: 4 * SECOND_MS },
  chargePoints: { connections: 8, connectMs: 5 * SECOND_MS, statementMs: 10 * SECOND_MS, lockMs: 8 * SECOND_MS },
  messageLog: { connections: 1, connectMs: 5 * SECOND_MS, statementMs: 10 * SECOND_MS, lockMs: 2 * SECOND_MS },
  health: { connections: 1, connectMs: 900, statementMs: SECOND_MS, lockMs: 500 },
  supervisor: { connections: 4, connectMs: 5 * SECOND_MS, statementMs: 30 * SECOND_MS, lockMs: SECOND_MS },
  background: { connections: 4, connectMs: 5 * SECOND_MS, statementMs: 30 * SECOND_MS, lockMs: 20 * SECOND_MS },
};

/** For a tool: a pool of at most `connections` connections, with long limits by default. */
export function openDatabase(url: string, log: Log, connections = 12, limits = TOOL_LIMITS): Database {
  return open(url, log, { connections, ...limits }, { mustWrite: false });
}

/**
 * For a server: a pool for each kind of caller, or one. `gate` may delay or refuse every connection. A read-only
 * database counts as unavailable.
 */
export function openServerDatabase(
  url: string,
  log: Log,
  { pools = SERVER_POOLS, gate = () => undefined }: { pools?: PoolSize | PoolSizes; gate?: Gate } = {},
): Database {
  return open(url, log, pools, { gate, mustWrite: true });
}

/**
 * A lost connection is logged and replaced, never fatal. This is the only place where writes for a charge point pass
 * its fence.
 */
function open(
  url: string,
  log: Log,
  pools: PoolSize | PoolSizes,
  { gate = () => undefined, mustWrite }: { gate?: Gate; mustWrite: boolean },
): Database {
  const pool = new WorkloadPool({ url, log, pools, gate, mustWrite });
  fenceSingleWrites(pool);
  const database = drizzle({ client: pool as Pool });
  const begin = database.transaction.bind(database);
  database.transaction = (work, options) => {
    const fence = currentFence();
    if (!fence) return begin(work, options);
    return begin(async (tx) => {
      await checkFence(tx, fence);
      return work(tx);
    }, options);
  };
  return database;
}

/** Matches statements that write, also within a longer one. */
const WRITES = /\b(insert\s+into|delete\s+from|update\s+(only\s+)?\S+(\s+(as\s+)?\w+)?\s+set)\b/i;

type Query = (...args: unknown[]) => Promise<unknown>;

/** A single statement that writes for a charge point becomes a transaction, with the fence first. */
function fenceSingleWrites(pool: Pool): void {
  const query = pool.query.bind(pool) as Query;
  const fencedQuery: Query = (...args) => {
    const fence = currentFence();
    const [statement] = args;
    const text = typeof statement === 'string' ? statement : ((statement as { text?: string } | undefined)?.text ?? '');
    return fence && WRITES.test(text) ? writeBehind(fence, pool, args) : query(...args);
  };
  pool.query = fencedQuery as Pool['query'];
}

async function writeBehind(fence: Fence, pool: Pool, args: unknown[]): Promise<unknown> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await checkFence(drizzle({ client }), fence);
    const answer = await (client.query as Query).apply(client, args);
    await client.query('commit');
    return answer;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}
