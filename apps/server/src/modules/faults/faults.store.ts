import { and, count, desc, eq, gt, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { faultReports } from './faults.tables.ts';

export type FaultReport = typeof faultReports.$inferSelect;

/** Reports of one driver take turns until the transaction ends, so that many at once cannot each find the limit unreached. */
export async function lockReports(tx: Tx, driverId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`faults:${driverId}`}))`);
}

export async function countSince(tx: Tx, driverId: number, since: Date): Promise<number> {
  const recent = and(eq(faultReports.driverId, driverId), gt(faultReports.reportedAt, since));
  const [row] = await tx.select({ total: count() }).from(faultReports).where(recent);
  return row?.total ?? 0;
}

export async function addReport(tx: Tx, report: FaultReport): Promise<void> {
  await tx.insert(faultReports).values(report);
}

/** Newest first, of one station or of all. */
export function listReports(tx: Tx, stationId: string | undefined, max: number): Promise<FaultReport[]> {
  return tx
    .select()
    .from(faultReports)
    .where(stationId === undefined ? undefined : eq(faultReports.stationId, stationId))
    .orderBy(desc(faultReports.reportedAt), desc(faultReports.reference))
    .limit(max);
}
