import { and, count, desc, eq, gt, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { takePage, inBytes, isAfterCursor, rowsFor, type Page } from '#db/pagination.ts';
import { isAnyOf } from '#db/statements/any-of.ts';
import { complaints } from './complaints.tables.ts';

export type Complaint = typeof complaints.$inferSelect;

/**
 * A driver's complaints take turns until the transaction ends, so that many at once cannot each find the limit
 * unreached.
 */
export async function lockComplaintsOfDriver(tx: Tx, driverId: number): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`complaints:${driverId}`}))`);
}

export async function countOfDriver(tx: Tx, driverId: number, since: Date): Promise<number> {
  const recent = and(eq(complaints.driverId, driverId), gt(complaints.reportedAt, since));
  const [row] = await tx.select({ total: count() }).from(complaints).where(recent);
  return row?.total ?? 0;
}

export async function insertComplaint(tx: Tx, complaint: Complaint): Promise<void> {
  await tx.insert(complaints).values(complaint);
}

/** Newest first, of these stations or of all. */
export async function listComplaints(
  tx: Tx,
  stationIds: readonly string[] | undefined,
  page: Page,
): Promise<{ rows: Complaint[]; next?: string }> {
  const { reportedAt, reference } = complaints;
  const rows = await tx
    .select()
    .from(complaints)
    .where(and(stationIds && isAnyOf(complaints.stationId, stationIds), isAfterCursor(page, reportedAt, reference)))
    .orderBy(desc(reportedAt), desc(inBytes(reference)))
    .limit(rowsFor(page));
  return takePage(rows, page, (row) => ({ at: row.reportedAt, id: row.reference }));
}
