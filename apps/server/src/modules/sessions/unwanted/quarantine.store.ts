import { and, count, desc, eq, lte, max, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { quarantinedReports } from '../sessions.tables.ts';

/**
 * Keeps a report that fits no session, as long as there are fewer than so many of its charge point and kind; of more it only
 * counts them, on the last that was kept. A charge point that repeats itself neither fills the disk nor drives out its first word.
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

/** Newest first, of one charge point or of all. */
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

/** Answers what it was; undefined where there was none. */
export async function deleteQuarantinedReport(
  tx: Tx,
  id: number,
): Promise<typeof quarantinedReports.$inferSelect | undefined> {
  return (await tx.delete(quarantinedReports).where(eq(quarantinedReports.id, id)).returning())[0];
}

export async function purgeQuarantinedReports(tx: Tx, before: Date): Promise<void> {
  await tx.delete(quarantinedReports).where(lte(quarantinedReports.receivedAt, before));
}
