import { sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';

/** Tables that name drivers, themselves or through what they belong to, and those that keep a number. */
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
