import { Query, type QueryArrayConfig } from 'pg';
import type { Database } from '../database.ts';

/**
 * Calls back with each row as it arrives, with its columns in the order of the statement. So a large result is never
 * completely in memory, and other work runs in between.
 */
export async function eachRow<Row extends unknown[]>(
  database: Database,
  { sql, params }: { sql: string; params: unknown[] },
  onRow: (row: Row) => void,
): Promise<void> {
  const client = await database.$client.connect();
  try {
    await new Promise<void>((resolve, reject) => {
      const statement: QueryArrayConfig = { text: sql, values: params, rowMode: 'array' };
      const query = new Query<Row>(statement);
      query.on('row', (row) => {
        try {
          onRow(row);
        } catch (error) {
          reject(error as Error);
        }
      });
      query.on('end', () => resolve());
      query.on('error', reject);
      client.query(query);
    });
  } finally {
    client.release();
  }
}
