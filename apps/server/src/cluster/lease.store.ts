import { sql } from 'drizzle-orm';
import type { Database, Tx } from '#db/database.ts';

/** The holder of a lease: one process of one machine. */
export interface LeaseHolder {
  id: string;
  /** The machine, and the namespace of its process numbers. Null if the system does not tell. */
  place: string | null;
  /** Number and start time of the process in that place. */
  process: string;
}

/** What a node stores about itself if several share a database. */
export interface SharingNode extends LeaseHolder {
  /** The address where it is reached. */
  address: string;
  version: string;
}

/** The value in the single lease row if several nodes share the database. Each then has its lease in `nodes`. */
const SHARED: LeaseHolder = { id: 'nodes', place: null, process: '' };

/** Held while the table is created, so that nodes that start together take turns. */
const TABLE_LOCK = 4_201_948;

/**
 * Creates the tables of leases if they are missing. A migration cannot, because only the holder of a lease may migrate.
 * Their columns never change, because nodes of two releases must understand each other.
 */
export async function createLeaseTables(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${TABLE_LOCK})`);
    const { rows } = await tx.execute<{ hasTable: boolean }>(
      sql`select to_regclass('nodes') is not null as "hasTable"`,
    );
    if (rows[0]?.hasTable) return;
    await tx.execute(sql`
      create table nodes (
        id text primary key,
        place text,
        process text not null,
        address text not null,
        version text not null,
        started_at timestamptz not null,
        lease_until timestamptz not null
      )`);
    await tx.execute(sql`
      create table if not exists node_lease (
        only_row boolean primary key default true check (only_row),
        holder text not null,
        place text,
        process text not null,
        started_at timestamptz not null,
        expires_at timestamptz not null
      )`);
  });
}

/** Takes the lease if it is free, has run out, or is already ours. Returns its holder. */
export async function takeLease(tx: Tx, { id, place, process }: LeaseHolder, ttlMs: number): Promise<LeaseHolder> {
  const { rows } = await tx.execute<{ holder: string; place: string | null; process: string }>(sql`
    with taken as (
      insert into node_lease (holder, place, process, started_at, expires_at)
      values (${id}, ${place}, ${process}, clock_timestamp(), clock_timestamp() + ${ttlMs} * interval '1 millisecond')
      on conflict (only_row) do update
        set holder = excluded.holder, place = excluded.place, process = excluded.process, expires_at = excluded.expires_at,
            started_at = case when node_lease.holder = excluded.holder then node_lease.started_at else excluded.started_at end
        where node_lease.holder = excluded.holder or node_lease.expires_at <= clock_timestamp()
      returning holder, place, process)
    select * from taken union all select holder, place, process from node_lease where not exists (select from taken)`);
  const [row] = rows;
  // The lease was released between the two queries. The next attempt takes it.
  return row ? { id: row.holder, place: row.place, process: row.process } : { id: '', place: null, process: '' };
}

/**
 * Takes or renews the lease of one of several nodes. Together they hold the single lease row, so a node without NATS
 * waits for all of them, and they wait for it. `gone`: this node had a lease, it ran out, and another node has replaced
 * it.
 */
export async function takeSharedLease(
  database: Database,
  { id, place, process, address, version }: SharingNode,
  ttlMs: number,
  isRenewal: boolean,
): Promise<'ours' | 'gone' | LeaseHolder> {
  return database.transaction(async (tx) => {
    const holder = await takeLease(tx, SHARED, ttlMs);
    if (holder.id !== SHARED.id) return holder;
    const until = sql`clock_timestamp() + ${ttlMs} * interval '1 millisecond'`;
    const { rowCount } = isRenewal
      ? await tx.execute(sql`update nodes set lease_until = ${until} where id = ${id}`)
      : await tx.execute(sql`
          insert into nodes (id, place, process, address, version, started_at, lease_until)
          values (${id}, ${place}, ${process}, ${address}, ${version}, clock_timestamp(), ${until})
          on conflict (id) do update set lease_until = excluded.lease_until`);
    return rowCount === 1 ? 'ours' : 'gone';
  });
}

/** Releases the lease of one of several nodes; the last one also releases the common row. */
export async function deleteSharedLease(tx: Tx, nodeId: string): Promise<void> {
  await tx.execute(sql`delete from nodes where id = ${nodeId}`);
  await tx.execute(sql`
    delete from node_lease
    where holder = ${SHARED.id} and not exists (select from nodes where lease_until > clock_timestamp())`);
}

/** True if a node serves this database now. */
export async function isServed(tx: Tx): Promise<boolean> {
  const { rows: tables } = await tx.execute<{ hasTable: boolean }>(
    sql`select to_regclass('node_lease') is not null as "hasTable"`,
  );
  if (!tables[0]?.hasTable) return false;
  const { rows } = await tx.execute(sql`select from node_lease where expires_at > clock_timestamp()`);
  return rows.length > 0;
}

/** Releases a lease: when its holder stops, or is known to be dead. */
export async function deleteLease(tx: Tx, holderId: string): Promise<void> {
  await tx.execute(sql`delete from node_lease where holder = ${holderId}`);
}
