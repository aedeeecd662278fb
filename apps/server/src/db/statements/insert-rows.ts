import { getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Tx } from '../database.ts';

/**
 * Inserts rows as one parameter in JSON. With a parameter for each value, drizzle needs seconds for thousands of rows.
 * All rows have the columns of the first one, an undefined value is null, and the other columns get their defaults.
 * Throws when a row has another column.
 */
export async function insertRows<Table extends PgTable>(
  tx: Tx,
  table: Table,
  rows: readonly Table['$inferInsert'][],
  onConflict: SQL = sql``,
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => key in first);
  const names = sql.join(
    columns.map(([, { name }]) => sql.identifier(name)),
    sql`, `,
  );
  const records = rows.map((row: Record<string, unknown>) => {
    const other = Object.keys(row).find((key) => !(key in first));
    if (other !== undefined) throw new Error(`A row has ${other}, and the first has not.`);
    return Object.fromEntries(columns.map(([key, { name }]) => [name, row[key]]));
  });
  await tx.execute(sql`
    insert into ${table} (${names})
    select ${names} from json_populate_recordset(null::${table}, ${JSON.stringify(records)}) ${onConflict}`);
}
