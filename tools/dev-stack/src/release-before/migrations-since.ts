import { readFileSync } from 'node:fs';

interface Migration {
  name: string;
  sql: string;
}

/** The migrations that the release before lacks, in order. `rows` are the table sizes of its fixture. */
export function migrationsSince({ rows }: { rows: Record<string, number> }): Migration[] {
  const folder = new URL('../drizzle/', import.meta.resolve('@bijli/server/main'));
  const { entries } = JSON.parse(readFileSync(new URL('meta/_journal.json', folder), 'utf8')) as {
    entries: { tag: string }[];
  };
  return entries
    .slice(rows['drizzle.__drizzle_migrations'])
    .map(({ tag: name }) => ({ name, sql: readFileSync(new URL(`${name}.sql`, folder), 'utf8') }));
}

/**
 * CHECKs and foreign keys that a migration adds to an existing table in one step. It must take two: NOT VALID, which
 * checks no row, and a second statement that validates.
 */
export function addedInOneStep(sql: string): string[] {
  const statements = sql.split('--> statement-breakpoint').map((one) => one.replaceAll(/--.*$/gm, '').trim());
  const made = new Set(statements.flatMap((one) => /^create table (?:if not exists )?(\S+)/i.exec(one)?.[1] ?? []));
  return statements.flatMap((one, index) => {
    const [, table = ''] = /^alter table (?:only )?(\S+)/i.exec(one) ?? [];
    if (table === '' || made.has(table)) return [];
    const inline = /add column (\S+).*\b(?:check|references)\b/is.exec(one)?.[1];
    if (inline) return [`${table} ${inline}`];
    const constraint = /add constraint (\S+)\s+(?:check|foreign key)\b/i.exec(one)?.[1];
    if (!constraint) return [];
    const isValidated = statements
      .slice(index + 1)
      .some((later) => /validate constraint (\S+?);?$/i.exec(later)?.[1] === constraint);
    return /not valid;?$/i.test(one) && isValidated ? [] : [`${table} ${constraint}`];
  });
}
