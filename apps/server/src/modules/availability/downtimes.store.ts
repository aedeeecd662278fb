import { lt, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { columnOf } from '#db/statements/column.ts';
import { chargePoints, connectors } from '#modules/network/network.tables.ts';
import { downtimes, type DowntimeCause } from './availability.tables.ts';

/** The beginning or the end of a downtime. */
export interface DowntimeChange {
  chargePointId: string;
  connector: number;
  cause: DowntimeCause;
  isDown: boolean;
  at: Date;
}

const keysOf = (changes: readonly DowntimeChange[]) => sql`
  unnest(${columnOf(changes.map(({ chargePointId }) => chargePointId))}::text[],
    ${columnOf(changes.map(({ connector }) => connector))}::int[],
    ${columnOf(changes.map(({ cause }) => cause))}::text[],
    ${columnOf(changes.map(({ at }) => at.toISOString()))}::timestamptz[]) as t (id, connector, cause, at)`;

/**
 * Saves many changes, at most one for each place and cause. A downtime that has already begun or ended stays as it is.
 * Unknown charge points are left out.
 */
export async function saveDowntimes(tx: Tx, changes: readonly DowntimeChange[]): Promise<void> {
  const down = changes.filter(({ isDown }) => isDown);
  const up = changes.filter(({ isDown }) => !isDown);
  if (up.length > 0)
    await tx.execute(sql`
      update ${downtimes} as d set ended_at = greatest(t.at, d.began_at) from ${keysOf(up)}
      where d.charger_id = t.id and d.connector = t.connector and d.cause = t.cause and d.ended_at is null`);
  if (down.length > 0)
    await tx.execute(sql`
      insert into ${downtimes} (charger_id, connector, cause, began_at)
      select t.id, t.connector, t.cause, t.at from ${keysOf(down)} where t.id in (select id from ${chargePoints})
      on conflict do nothing`);
}

/** The open downtimes of these charge points. */
export async function listOpenDowntimes(
  tx: Tx,
  chargePointIds: string[],
): Promise<Pick<DowntimeChange, 'chargePointId' | 'connector' | 'cause'>[]> {
  const { chargePointId, connector, cause } = downtimes;
  return tx
    .select({ chargePointId, connector, cause })
    .from(downtimes)
    .where(sql`${chargePointId} = any(${sql.param(chargePointIds)}) and ended_at is null`);
}

/**
 * Begins a downtime for charge points that have been connected before, have no link at any node, and were last heard
 * from before a time.
 */
export async function insertMissingDowntimes(tx: Tx, since: Date, linked: string[]): Promise<void> {
  await tx.execute(sql`
    insert into ${downtimes} (charger_id, connector, cause, began_at)
    select id, 0, 'link', ${since.toISOString()}::timestamptz from ${chargePoints}
    where first_seen_at is not null and password_hash is not null and seen_at < ${since.toISOString()}::timestamptz
      and id <> all(${sql.param(linked)})
    on conflict do nothing`);
}

/** How long a charge point was observed, and for how much of that time its connectors were usable on average. */
export interface Uptime {
  chargePointId: string;
  seconds: number;
  share: number;
}

/** Uptimes of these charge points since a moment, or since they were first heard from. */
export async function listUptimes(tx: Tx, chargePointIds: string[], since: Date, now: Date): Promise<Uptime[]> {
  const until = sql`${now.toISOString()}::timestamptz`;
  const { rows } = await tx.execute<{ id: string; seconds: number; share: number }>(sql`
    with asked as (
      select id, greatest(first_seen_at, ${since.toISOString()}::timestamptz) as from_at from ${chargePoints}
      where id = any(${sql.param(chargePointIds)}) and first_seen_at < ${until}),
    plugs as (
      select a.id, extract(epoch from ${until} - a.from_at)::float8 as seconds, (
        select coalesce(sum(extract(epoch from upper(span) - lower(span))), 0)::float8 from unnest((
          select range_agg(tstzrange(greatest(d.began_at, a.from_at), least(coalesce(d.ended_at, ${until}), ${until})))
          from ${downtimes} as d
          where d.charger_id = a.id and d.connector in (0, c.number) and d.began_at < ${until}
            and (d.ended_at is null or d.ended_at > a.from_at)
        )) as span) as down
      from asked as a join ${connectors} as c on c.charger_id = a.id)
    select id, min(seconds) as seconds, avg(1 - down / seconds) as share from plugs where seconds > 0 group by id`);
  return rows.map(({ id, seconds, share }) => ({ chargePointId: id, seconds, share }));
}

export async function purgeDowntimes(tx: Tx, before: Date): Promise<void> {
  await tx.delete(downtimes).where(lt(downtimes.endedAt, before));
}
