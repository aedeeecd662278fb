import { and, count, desc, eq, getTableColumns, isNotNull, lte, max, notLike, or, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { takePage, inBytes, isAfterCursor, rowsFor, type Page } from '#db/pagination.ts';
import { quarantinedReports } from '../sessions.tables.ts';

/** The problem of a stop whose start may come later. Rows of earlier releases have it too. */
export const NO_SUCH_TRANSACTION = 'no such transaction';

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

/** Columns that staff see. */
const { earlyStop: _, ...columnsForStaff } = getTableColumns(quarantinedReports);
export type QuarantinedRow = Omit<typeof quarantinedReports.$inferSelect, 'earlyStop'>;

/** Newest first, for one charge point or for all. */
export async function listQuarantinedReports(
  tx: Tx,
  chargePointId: string | undefined,
  page: Page,
): Promise<{ rows: QuarantinedRow[]; next?: string }> {
  const { receivedAt, id } = quarantinedReports;
  const ofOne = chargePointId === undefined ? undefined : eq(quarantinedReports.chargePointId, chargePointId);
  const rows = await tx
    .select(columnsForStaff)
    .from(quarantinedReports)
    .where(and(ofOne, isAfterCursor(page, receivedAt, id)))
    .orderBy(desc(receivedAt), desc(inBytes(id)))
    .limit(rowsFor(page));
  return takePage(rows, page, (row) => ({ at: row.receivedAt, id: String(row.id) }));
}

/**
 * Stops of a charge point that fitted no session when they came, whole. A node of the release before stores only the
 * report, which is whole if it was not shortened.
 */
export async function listEarlyStops(tx: Tx, chargePointId: string): Promise<{ id: number; stop: string }[]> {
  const { id, kind, problem, report, earlyStop } = quarantinedReports;
  const isWholeReport = and(
    eq(kind, 'StopTransaction'),
    eq(problem, NO_SUCH_TRANSACTION),
    notLike(report, '%"readingsInAll":%'),
  );
  return tx
    .select({ id, stop: sql<string>`coalesce(${earlyStop}, ${report})` })
    .from(quarantinedReports)
    .where(and(eq(quarantinedReports.chargePointId, chargePointId), or(isNotNull(earlyStop), isWholeReport)));
}

/** Returns the deleted report. Undefined if there was none. */
export async function deleteQuarantinedReport(tx: Tx, id: number): Promise<QuarantinedRow | undefined> {
  return (await tx.delete(quarantinedReports).where(eq(quarantinedReports.id, id)).returning(columnsForStaff))[0];
}

export async function purgeQuarantinedReports(tx: Tx, before: Date): Promise<void> {
  await tx.delete(quarantinedReports).where(lte(quarantinedReports.receivedAt, before));
}
