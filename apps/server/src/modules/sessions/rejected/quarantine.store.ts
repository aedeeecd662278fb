import { and, count, desc, eq, lte, max, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
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
export function listQuarantinedReports(
  tx: Tx,
  chargePointId: string | undefined,
  limit: number,
): Promise<(typeof quarantinedReports.$inferSelect)[]> {
  return tx
    .select()
    .from(quarantinedReports)
    .where(chargePointId === undefined ? undefined : eq(quarantinedReports.chargePointId, chargePointId))
    .orderBy(desc(quarantinedReports.id))
    .limit(limit);
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
