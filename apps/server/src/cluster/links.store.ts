import { sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { columnOf } from '#db/statements/column.ts';

/** A charge point that a node owns. */
export interface Owned {
  chargePointId: string;
  epoch: number;
}

export interface Linked extends Owned {
  nodeId: string;
}

/** True if the node of a row still has its lease. */
const ownerLives = sql`exists (select from nodes n where n.id = l.node_id and n.lease_until > clock_timestamp())`;

/** Takes over charge points that are connected here now, in the order of their ids. Returns their new epochs. */
export async function takeLinks(tx: Tx, nodeId: string, ids: string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await tx.execute<Owned & Record<string, unknown>>(sql`
    insert into charger_links as l (charger_id, node_id, epoch, connected_at)
    select id, ${nodeId}, 1, clock_timestamp() from unnest(${columnOf(ids)}::text[]) as t (id) order by id
    on conflict (charger_id) do update
      set node_id = excluded.node_id, epoch = l.epoch + 1, connected_at = excluded.connected_at
    returning charger_id as "chargePointId", epoch`);
  return epochsOf(rows);
}

/** Records that the link of a charge point is lost. The node still owns it. */
export async function noteUnlinked(tx: Tx, { chargePointId, epoch }: Owned): Promise<void> {
  await tx.execute(sql`
    update charger_links set connected_at = null where charger_id = ${chargePointId} and epoch = ${epoch}`);
}

/** Claims charge points whose node has lost its lease. Skips those that another node is claiming. */
export async function claimOrphanedLinks(tx: Tx, nodeId: string, limit: number): Promise<Owned[]> {
  const { rows } = await tx.execute<Owned & Record<string, unknown>>(sql`
    with orphaned as (
      select charger_id from charger_links l where not ${ownerLives} order by charger_id limit ${limit} for update skip locked)
    update charger_links l set node_id = ${nodeId}, epoch = l.epoch + 1, connected_at = null
    from orphaned o where l.charger_id = o.charger_id
    returning l.charger_id as "chargePointId", l.epoch`);
  return rows;
}

/** The charge points that the rows assign to a node. */
export async function listLinksOfNode(tx: Tx, nodeId: string): Promise<Owned[]> {
  const { rows } = await tx.execute<Owned & Record<string, unknown>>(sql`
    select charger_id as "chargePointId", epoch from charger_links where node_id = ${nodeId}`);
  return rows;
}

/** Claims charge points again. Skips those that were taken since they were listed. */
export async function claimLinksAgain(tx: Tx, listed: Owned[]): Promise<Owned[]> {
  const { rows } = await tx.execute<Owned & Record<string, unknown>>(sql`
    with unchanged as (
      select charger_id from charger_links
      join unnest(${columnOf(listed.map(({ chargePointId }) => chargePointId))}::text[],
        ${columnOf(listed.map(({ epoch }) => epoch))}::int[]) as t (id, listed) on charger_id = id and epoch = listed
      order by charger_id for update of charger_links)
    update charger_links l set epoch = l.epoch + 1, connected_at = null
    from unchanged u where l.charger_id = u.charger_id
    returning l.charger_id as "chargePointId", l.epoch`);
  return rows;
}

/** Claims charge points that no node has owned yet. */
export async function claimUnknown(tx: Tx, nodeId: string, ids: string[]): Promise<Owned[]> {
  const { rows } = await tx.execute<Owned & Record<string, unknown>>(sql`
    insert into charger_links (charger_id, node_id, epoch)
    select id, ${nodeId}, 1 from unnest(${columnOf(ids)}::text[]) as t (id) order by id
    on conflict do nothing returning charger_id as "chargePointId", epoch`);
  return rows;
}

/** The nodes with a valid lease that own these charge points, by charge point. */
export async function listOwners(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await tx.execute<{ chargePointId: string; nodeId: string }>(sql`
    select l.charger_id as "chargePointId", l.node_id as "nodeId" from charger_links l
    where l.charger_id = any(${columnOf(ids)}::text[]) and ${ownerLives}`);
  return new Map(rows.map(({ chargePointId, nodeId }) => [chargePointId, nodeId]));
}

/** Those of these charge points that other nodes own, with their epochs. */
export async function listTakenByOthers(tx: Tx, nodeId: string, ids: readonly string[]): Promise<Owned[]> {
  const { rows } = await tx.execute<Owned & Record<string, unknown>>(sql`
    select charger_id as "chargePointId", epoch from charger_links
    where charger_id = any(${columnOf(ids)}::text[]) and node_id <> ${nodeId}`);
  return rows;
}

/** The links at nodes with a valid lease. */
export async function listLinked(tx: Tx): Promise<Linked[]> {
  const { rows } = await tx.execute<Linked & Record<string, unknown>>(sql`
    select l.charger_id as "chargePointId", l.node_id as "nodeId", l.epoch from charger_links l
    where l.connected_at is not null and ${ownerLives}`);
  return rows;
}

/** Deletes nodes that ended long ago without releasing their lease. */
export async function purgeNodes(tx: Tx): Promise<void> {
  await tx.execute(sql`delete from nodes where lease_until < clock_timestamp() - interval '1 day'`);
}

/** The nodes with a valid lease, by id. */
export async function listNodes(tx: Tx): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from nodes where lease_until > clock_timestamp() order by id`,
  );
  return rows.map(({ id }) => id);
}

function epochsOf(rows: readonly Owned[]): ReadonlyMap<string, number> {
  return new Map(rows.map(({ chargePointId, epoch }) => [chargePointId, epoch]));
}
