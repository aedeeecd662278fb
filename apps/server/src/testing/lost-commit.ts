import type { PoolClient } from 'pg';
import type { Database } from '#db/database.ts';

/**
 * Cuts the connection of the next transaction right after its commit: what was written stays, and the server hears an error.
 * Settles when that has happened.
 */
export function loseNextCommit({ $client: pool }: Database): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let isDone = false;
  const lie = (client: PoolClient): void => {
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    const cut = async (...args: unknown[]): Promise<unknown> => {
      const answer = await query(...args);
      if (isDone || !/^commit/i.test(textOf(args[0]))) return answer;
      isDone = true;
      pool.off('acquire', lie);
      (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
      resolve();
      throw new Error('Connection terminated unexpectedly');
    };
    client.query = cut as PoolClient['query'];
  };
  pool.on('acquire', lie);
  return promise;
}

function textOf(query: unknown): string {
  return typeof query === 'string' ? query : (query as { text: string }).text;
}
