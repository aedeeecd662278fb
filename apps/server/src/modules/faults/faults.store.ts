import { and, count, desc, eq, gt, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { faults } from './faults.tables.ts';

export type Fault = typeof faults.$inferSelect;

/** A driver's faults take turns until the transaction ends, so that many at once cannot each find the limit unreached. */
export async function lockFaultsOfDriver(tx: Tx, driverId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`faults:${driverId}`}))`);
}

export async function countOfDriver(tx: Tx, driverId: number, since: Date): Promise<number> {
  const recent = and(eq(faults.driverId, driverId), gt(faults.reportedAt, since));
  const [row] = await tx.select({ total: count() }).from(faults).where(recent);
  return row?.total ?? 0;
}

export async function insertFault(tx: Tx, fault: Fault): Promise<void> {
  await tx.insert(faults).values(fault);
}

/** Newest first, of one station or of all. */
export function listFaults(tx: Tx, stationId: string | undefined, limit: number): Promise<Fault[]> {
  return tx
    .select()
    .from(faults)
    .where(stationId === undefined ? undefined : eq(faults.stationId, stationId))
    .orderBy(desc(faults.reportedAt), desc(faults.reference))
    .limit(limit);
}
