import type { PoolClient, QueryResult } from 'pg';
import type { Database } from '#db/database.ts';

/** A statement that is sent to PostgreSQL. */
interface Statement {
  text: string;
  values: readonly unknown[];
  /** Cuts the connection of the statement. */
  cut(): void;
}

/** Wraps a statement. `send` sends it, and settles with PostgreSQL's answer. */
type Around = (statement: Statement, send: () => Promise<QueryResult>) => Promise<QueryResult>;

type Query = (...args: unknown[]) => Promise<QueryResult>;
type Callback = (error: Error | undefined, answer?: QueryResult) => void;

/**
 * Calls `around` for every statement until the returned function is called. It applies to connections that are taken
 * from the pool after this call. (The pool of workloads reports when a connection can be given back.)
 */
function aroundStatements({ $client: pool }: Database, around: Around): () => void {
  let isOver = false;
  const stand = (client: PoolClient): void => {
    const query = client.query.bind(client) as Query;
    const release = client.release;
    const through = (...args: unknown[]): Promise<QueryResult> => {
      const callback = typeof args.at(-1) === 'function' ? (args.pop() as Callback) : undefined;
      const send = () => query(...args);
      const answer = isOver ? send() : around(statementOf(client, args), send);
      if (callback) answer.then((result) => callback(undefined, result), callback);
      return answer;
    };
    client.query = through as PoolClient['query'];
    client.release = (error) => {
      client.query = query as PoolClient['query'];
      release(error);
    };
  };
  pool.on('acquire', stand);
  return () => {
    isOver = true;
    pool.off('acquire', stand);
  };
}

/** Counts the statements that are sent while a task runs. */
export async function countStatements(
  database: Database,
  counts: (statement: Statement) => boolean,
  task: () => Promise<unknown>,
): Promise<number> {
  let count = 0;
  const leave = aroundStatements(database, (statement, send) => {
    count += Number(counts(statement));
    return send();
  });
  try {
    await task();
  } finally {
    leave();
  }
  return count;
}

/** Runs a task once, before the next statement that matches. */
export function beforeNext(database: Database, kind: RegExp, task: () => Promise<unknown>): void {
  const leave = aroundStatements(database, async ({ text }, send) => {
    if (!kind.test(text)) return send();
    leave();
    await task();
    return send();
  });
}

/**
 * Cuts the connection of the next transaction right after its commit: the data is written, but the server gets an
 * error. Settles when this has happened.
 */
export const loseNextCommit = (database: Database): Promise<void> => loseNextAnswer(database, /^commit/i);

/** Does the same with the next statement that matches. */
export function loseNextAnswer(database: Database, kind: RegExp): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const leave = aroundStatements(database, async ({ text, cut }, send) => {
    if (!kind.test(text)) return send();
    leave();
    await send();
    cut();
    resolve();
    throw new Error('Connection terminated unexpectedly');
  });
  return promise;
}

function statementOf(client: PoolClient, [query, values]: unknown[]): Statement {
  const { text, ...more } =
    typeof query === 'string' ? { text: query } : (query as { text: string; values?: unknown[] });
  const cut = () => (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
  return { text, values: (values as unknown[] | undefined) ?? ('values' in more ? more.values : undefined) ?? [], cut };
}
