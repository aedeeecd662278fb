import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Client } from 'pg';
import { MINUTE_MS, SECOND_MS } from '#kernel/durations.ts';

export const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../../drizzle', import.meta.url));
/** Bytes of a table that a migration processes in a second, until this machine's own speed is known. */
const BYTES_A_SECOND = 50_000_000;
/** Statements that process all rows of the tables that they name. */
const READS_ALL =
  /validate constraint|create (unique )?index|\bupdate\b.*\bset\b|insert into|delete from|attach partition|set not null/is;

/** A missing migration, with the bytes of the tables that it processes. */
export interface MigrationStep {
  migration: string;
  bytes: number;
}

/** The missing migrations of a database of an earlier release, in order; none for a new database. */
export async function missingSteps(client: Client): Promise<MigrationStep[]> {
  const noted = await client.query("select where to_regclass('drizzle.__drizzle_migrations') is not null");
  if (noted.rowCount === 0) return [];
  const { rows } = await client.query<{ last: string | null }>(
    'select max(created_at) as last from drizzle.__drizzle_migrations',
  );
  const last = rows[0]?.last ?? null;
  if (last === null) return [];
  const sizes = await sizesOfTables(client);
  return listMigrations().flatMap(({ tag, when }) =>
    when > Number(last) ? [{ migration: tag, bytes: bytesRead(sqlOf(tag), sizes) }] : [],
  );
}

export function listMigrations(): { tag: string; when: number }[] {
  const { entries } = JSON.parse(readFileSync(`${MIGRATIONS_FOLDER}/meta/_journal.json`, 'utf8')) as {
    entries: { tag: string; when: number }[];
  };
  return entries;
}

/** Estimates the time of the remaining migrations from the time of the earlier ones. */
export function timeLeftMs(steps: readonly MigrationStep[], done: number, elapsedMs: number): number {
  const bytes = (some: readonly MigrationStep[]): number => some.reduce((sum, step) => sum + step.bytes, 0);
  // Assumes one second's work at the usual speed, so that tiny first steps do not distort the estimate.
  const bytesAMs = (bytes(steps.slice(0, done)) + BYTES_A_SECOND) / (elapsedMs + SECOND_MS);
  return bytes(steps.slice(done)) / bytesAMs;
}

/** The time left in words, if it is worth mentioning. */
export function timeLeftInWords(leftMs: number): string {
  if (leftMs < 10 * SECOND_MS) return '';
  if (leftMs < MINUTE_MS) return ', less than a minute more';
  const minutes = Math.ceil(leftMs / MINUTE_MS);
  return `, about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} more`;
}

function sqlOf(tag: string): string {
  return readFileSync(`${MIGRATIONS_FOLDER}/${tag}.sql`, 'utf8');
}

/** Bytes of each table with its indexes and partitions, by name. */
async function sizesOfTables(client: Client): Promise<Map<string, number>> {
  const { rows } = await client.query<{ name: string; bytes: string }>(`
    select c.relname as name, sum(pg_total_relation_size(p.relid)) as bytes
    from pg_class c join pg_namespace n on n.oid = c.relnamespace cross join lateral pg_partition_tree(c.oid) p
    where n.nspname = 'public' and c.relkind in ('r', 'p') group by 1`);
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
}

function bytesRead(sql: string, sizes: ReadonlyMap<string, number>): number {
  return sql
    .split('--> statement-breakpoint')
    .filter((statement) => READS_ALL.test(statement))
    .flatMap((statement) => [...new Set(statement.match(/\w+/g))])
    .reduce((sum, word) => sum + (sizes.get(word) ?? 0), 0);
}
