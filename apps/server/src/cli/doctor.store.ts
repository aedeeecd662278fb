import { sql } from 'drizzle-orm';
import type { Database, Tx } from '#db/database.ts';

/** What the database reports about itself. */
export interface DatabaseFacts {
  /** The version as a number, such as 150004. */
  version: number;
  settings: Record<string, string>;
  now: Date;
  sizeBytes: number;
}

const ASKED = ['archive_mode', 'fsync', 'full_page_writes', 'max_connections', 'server_encoding', 'synchronous_commit'];

export async function readDatabaseFacts(database: Database): Promise<DatabaseFacts> {
  const { rows } = await database.execute<{ name: string; setting: string }>(
    sql`select name, setting from pg_settings where name in (${sql.join(
      ASKED.map((name) => sql`${name}`),
      sql`, `,
    )}, 'server_version_num')`,
  );
  const settings = Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
  const {
    rows: [own],
  } = await database.execute<{ now: string; size: string }>(
    sql`select clock_timestamp() as now, pg_database_size(current_database()) as size`,
  );
  return {
    version: Number(settings['server_version_num']),
    settings,
    now: new Date(own?.now ?? 0),
    sizeBytes: Number(own?.size),
  };
}

/** Since when the database fails to archive its log. Undefined if it does not fail. */
export async function findFailingArchive(database: Database): Promise<Date | undefined> {
  const { rows } = await database.execute<{ since: string }>(
    sql`select coalesce(last_archived_time, stats_reset) as since from pg_stat_archiver
        where last_failed_time > coalesce(last_archived_time, stats_reset)`,
  );
  return rows[0] && new Date(rows[0].since);
}

/**
 * Charge points whose clocks were wrong in the last day: the times of their samples differ from ours by more than this
 * on average.
 */
export async function listWrongClocks(
  tx: Tx,
  now: Date,
  { withinMs, apartMs }: { withinMs: number; apartMs: number },
): Promise<{ chargePointId: string; apartMs: number }[]> {
  const { rows } = await tx.execute<{ id: string; apart: number }>(sql`
    select s.charger_id as id, avg(extract(epoch from m.received_at - m.sampled_at) * 1000)::float8 as apart
    from meter_samples m join charging_sessions s on s.transaction_id = m.transaction_id
    where m.received_at >= ${new Date(now.getTime() - withinMs).toISOString()}::timestamptz
      and m.sampled_at >= ${new Date(now.getTime() - 2 * withinMs).toISOString()}::timestamptz
    group by s.charger_id
    having abs(avg(extract(epoch from m.received_at - m.sampled_at) * 1000)) > ${apartMs}
    order by abs(avg(extract(epoch from m.received_at - m.sampled_at))) desc
    limit 20`);
  return rows.map(({ id, apart }) => ({ chargePointId: id, apartMs: apart }));
}
