import { and, desc, eq, lte } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { takePage, inBytes, isAfterCursor, rowsFor, type Page } from '#db/pagination.ts';
import { chargePointSecurityEvents } from '../operations.tables.ts';

export async function insertSecurityEvent(tx: Tx, event: typeof chargePointSecurityEvents.$inferInsert): Promise<void> {
  await tx.insert(chargePointSecurityEvents).values(event);
}

/** Security events of a charge point, newest first. */
export async function listSecurityEvents(
  tx: Tx,
  chargePointId: string,
  page: Page,
): Promise<{ rows: (typeof chargePointSecurityEvents.$inferSelect)[]; next?: string }> {
  const { receivedAt, id } = chargePointSecurityEvents;
  const rows = await tx
    .select()
    .from(chargePointSecurityEvents)
    .where(and(eq(chargePointSecurityEvents.chargePointId, chargePointId), isAfterCursor(page, receivedAt, id)))
    .orderBy(desc(receivedAt), desc(inBytes(id)))
    .limit(rowsFor(page));
  return takePage(rows, page, (row) => ({ at: row.receivedAt, id: String(row.id) }));
}

export async function purgeSecurityEvents(tx: Tx, before: Date): Promise<void> {
  await tx.delete(chargePointSecurityEvents).where(lte(chargePointSecurityEvents.receivedAt, before));
}
