import { and, count, desc, eq, lte, max, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { takePage, inBytes, isAfterCursor, rowsFor, type Page } from '#db/pagination.ts';
import { quarantinedReports } from '../sessions.tables.ts';

/**
 * Stores a report that fits no session, up to a maximum for each charge point and kind. Further ones are only counted,
 * on the last stored one, so that a repeating charge point neither fills the disk nor replaces its first report.
 */
export async function saveQuarantinedReport(
  tx: Tx,
  report: typeof quarantinedReports.$inferInsert,
  maxOfKind: number,
): Promise<void> {
  const sameKind = and(
    eq(quarantinedReports.chargePointId, report.chargePointId),
    eq(quarantinedReports.kind, report.kind),
  );
  const [stored] = await tx
    .select({ number: count(), last: max(quarantinedReports.id) })
    .from(quarantinedReports)
    .where(sameKind);
  if (!stored?.last || stored.number < maxOfKind) {
    await tx.insert(quarantinedReports).values(report);
    return;
  }
  await tx
    .update(quarantinedReports)
    .set({ notKept: sql`${quarantinedReports.notKept} + 1` })
    .where(eq(quarantinedReports.id, stored.last));
}

/** Newest first, for one charge point or for all. */
export async function listQuarantinedReports(
  tx: Tx,
  chargePointId: string | undefined,
  page: Page,
): Promise<{ rows: (typeof quarantinedReports.$inferSelect)[]; next?: string }> {
  const { receivedAt, id } = quarantinedReports;
  const ofOne = chargePointId === undefined ? undefined : eq(quarantinedReports.chargePointId, chargePointId);
  const rows = await tx
    .select()
    .from(quarantinedReports)
    .where(and(ofOne, isAfterCursor(page, receivedAt, id)))
    .orderBy(desc(receivedAt), desc(inBytes(id)))
    .limit(rowsFor(page));
  return takePage(rows, page, (row) => ({ at: row.receivedAt, id: String(row.id) }));
}

/** All stored reports of a charge point that have one kind and problem. */
export async function listQuarantinedOfProblem(
  tx: Tx,
  chargePointId: string,
  kind: string,
  problem: string,
): Promise<{ id: number; report: string }[]> {
  const { id, report } = quarantinedReports;
  const ofKind = and(eq(quarantinedReports.chargePointId, chargePointId), eq(quarantinedReports.kind, kind));
  return tx
    .select({ id, report })
    .from(quarantinedReports)
    .where(and(ofKind, eq(quarantinedReports.problem, problem)));
}

/** Returns the deleted report. Undefined if there was none. */
export async function deleteQuarantinedReport(
  tx: Tx,
  id: number,
): Promise<typeof quarantinedReports.$inferSelect | undefined> {
  return (await tx.delete(quarantinedReports).where(eq(quarantinedReports.id, id)).returning())[0];
}

export async function purgeQuarantinedReports(tx: Tx, before: Date): Promise<void> {
  await tx.delete(quarantinedReports).where(lte(quarantinedReports.receivedAt, before));
}
