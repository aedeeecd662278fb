import { sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';

/** Lists the tables that refer to drivers, directly or through other tables, and those that contain a phone number. */
export async function tablesOfDrivers(tx: Tx): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    with recursive links as (
      select distinct conrelid::regclass::text as child, confrelid::regclass::text as parent
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    ), theirs as (
      select table_name::text as name from information_schema.columns
        where table_schema = 'public' and column_name in ('driver_id', 'mobile')
      union select child from links join theirs on parent = name
    ) select name from theirs order by name`);
  return rows.map(({ name }) => name);
}
