import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { takePage, inBytes, isAfterCursor, rowsFor, type Page } from '#db/pagination.ts';
import { disputedEnergy, type DisputeCause } from '../sessions.tables.ts';

export type Dispute = typeof disputedEnergy.$inferSelect;
export type NewDispute = Omit<Dispute, 'id' | 'resolvedAt' | 'note'>;

/**
 * Inserts energy that nobody was billed for. If the transaction and cause are known, the figures are replaced, and if
 * they differ the case is open again.
 */
export async function saveDispute(tx: Tx, dispute: NewDispute): Promise<void> {
  const { energyWh, endedAt } = dispute;
  const isSame = sql`${disputedEnergy.energyWh} = excluded.energy_wh`;
  await tx
    .insert(disputedEnergy)
    .values(dispute)
    .onConflictDoUpdate({
      target: [disputedEnergy.transactionId, disputedEnergy.cause],
      set: {
        energyWh,
        endedAt,
        resolvedAt: sql`case when ${isSame} then ${disputedEnergy.resolvedAt} end`,
        note: sql`case when ${isSame} then ${disputedEnergy.note} end`,
      },
    });
}

/** Withdraws a dispute that a later report has explained. A person's note on it stays. */
export async function withdrawDispute(tx: Tx, transactionId: number, cause: DisputeCause, at: Date): Promise<void> {
  const { resolvedAt, note } = disputedEnergy;
  await tx
    .update(disputedEnergy)
    .set({
      energyWh: 0,
      resolvedAt: sql`coalesce(${resolvedAt}, ${at})`,
      note: sql`coalesce(${note}, 'explained by a later report of the charger')`,
    })
    .where(and(eq(disputedEnergy.transactionId, transactionId), eq(disputedEnergy.cause, cause)));
}

/** Newest first: the open ones, or all. */
export async function listDisputes(
  tx: Tx,
  { includesResolved }: { includesResolved: boolean },
  page: Page,
): Promise<{ rows: Dispute[]; next?: string }> {
  const { notedAt, id, resolvedAt } = disputedEnergy;
  const rows = await tx
    .select()
    .from(disputedEnergy)
    .where(and(includesResolved ? undefined : isNull(resolvedAt), isAfterCursor(page, notedAt, id)))
    .orderBy(desc(notedAt), desc(inBytes(id)))
    .limit(rowsFor(page));
  return takePage(rows, page, (row) => ({ at: row.notedAt, id: String(row.id) }));
}

/** Returns true if there was an open dispute with this id. */
export async function resolveDispute(tx: Tx, id: number, { at, note }: { at: Date; note: string }): Promise<boolean> {
  const waiting = and(eq(disputedEnergy.id, id), isNull(disputedEnergy.resolvedAt));
  const resolved = await tx.update(disputedEnergy).set({ resolvedAt: at, note }).where(waiting).returning();
  return resolved.length > 0;
}
