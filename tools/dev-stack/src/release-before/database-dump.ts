import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Database } from '@bijli/server/db/database';

const DRIZZLE = fileURLToPath(new URL('../drizzle', import.meta.resolve('@bijli/server/main')));

interface Table {
  name: string;
  columns: string;
}

async function tablesOf(database: Database): Promise<Table[]> {
  const { rows } = await database.$client.query<Table>(`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name,
      string_agg(quote_ident(column_name), ', ' order by ordinal_position) filter (where is_generated = 'NEVER') as columns
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema in ('public', 'drizzle') and table_type = 'BASE TABLE' group by 1 order by 1`);
  return rows;
}

/** The number of rows of each table. */
export async function countRows(database: Database): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of await tablesOf(database)) {
    const { rows } = await database.$client.query<{ count: number }>(`select count(*)::int as count from ${name}`);
    counts[name] = rows[0]?.count ?? 0;
  }
  return counts;
}

/** The whole database as SQL: the applied migrations, and the rows with triggers and foreign keys switched off. */
export async function dump(database: Database): Promise<Buffer> {
  const migrations = readdirSync(DRIZZLE)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
    .map((name) => readFileSync(join(DRIZZLE, name), 'utf8').replaceAll('--> statement-breakpoint', ''));
  const journal = `create schema drizzle;
create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);`;
  const parts = [...migrations, journal, 'set session_replication_role = replica;'];
  for (const { name, columns } of await tablesOf(database)) {
    const { rows } = await database.$client.query<{ text: string | null }>(
      `select json_agg(t)::text as text from (select ${columns} from ${name}) t`,
    );
    const text = rows[0]?.text;
    if (!text) continue;
    parts.push(
      `delete from ${name};`,
      `insert into ${name} (${columns}) overriding system value select ${columns} from json_populate_recordset(null::${name}, ${quoted(text)});`,
    );
  }
  const { rows: sequences } = await database.$client.query<{ name: string; value: string | null }>(`
    select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name, last_value::text as value
    from pg_sequences where schemaname in ('public', 'drizzle')`);
  for (const { name, value } of sequences) if (value) parts.push(`select setval('${name}', ${value});`);
  parts.push('set session_replication_role = default;');
  return Buffer.from(`${parts.join('\n')}\n`);
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
