import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { inBytes, isAfterCursor, rowsFor, type Page } from '#db/pagination.ts';
import { ledgerAccounts, ledgerEntries, ledgerTransfers } from '#modules/ledger/ledger.tables.ts';
import { holds } from './wallet.tables.ts';

export type Hold = typeof holds.$inferSelect;

/** Locks a hold until the transaction ends, so that nobody else resolves it meanwhile. Undefined when there is none. */
export async function lockHold(tx: Tx, reference: string): Promise<Hold | undefined> {
  const [hold] = await tx.select().from(holds).where(eq(holds.reference, reference)).for('no key update');
  return hold;
}

/** Nothing when the session has a hold already. */
export async function insertMissingHold(tx: Tx, hold: typeof holds.$inferInsert): Promise<void> {
  await tx.insert(holds).values(hold).onConflictDoNothing();
}

/**
 * Resolves a hold that is held, and locks it until the transaction ends. Captures no more than was held. Returns the hold as it is now,
 * or undefined when there is none that is held.
 */
export async function resolveHeld(
  tx: Tx,
  reference: string,
  outcome: { state: 'captured' | 'released'; capturedPaise: number; resolvedAt: Date },
): Promise<Hold | undefined> {
  const capturedPaise = sql`least(${outcome.capturedPaise}::bigint, ${holds.amountPaise})`;
  const [hold] = await tx
    .update(holds)
    .set({ ...outcome, capturedPaise })
    .where(and(eq(holds.reference, reference), eq(holds.state, 'held')))
    .returning();
  return hold;
}

/** A hold that had gone back is held again. */
export async function renewHold(tx: Tx, { reference, renewals }: Pick<Hold, 'reference' | 'renewals'>, at: Date) {
  await tx
    .update(holds)
    .set({ state: 'held', heldAt: at, resolvedAt: null, renewals: renewals + 1 })
    .where(eq(holds.reference, reference));
}

/** The driver's side of sessions and adjustments, newest first; capture and overrun of a session are one row. */
export async function listSpendingsOfDriver(
  tx: Tx,
  driverId: number,
  page: Page,
): Promise<{ positionId: string; reference: string; isAdjustment: boolean; amountPaise: number; at: Date }[]> {
  const isAdjustment = sql<boolean>`${ledgerTransfers.kind} = 'adjustment'`;
  // A session's correction stands beside it.
  const positionId = sql<string>`${ledgerTransfers.reference} || case when ${isAdjustment} then '.a' else '' end`;
  const at = sql`min(${ledgerTransfers.at})`.mapWith(ledgerTransfers.at);
  return tx
    .select({
      positionId,
      reference: ledgerTransfers.reference,
      isAdjustment,
      amountPaise: sql`sum(${ledgerEntries.amountPaise})`.mapWith(Number),
      at,
    })
    .from(ledgerEntries)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .innerJoin(ledgerTransfers, eq(ledgerTransfers.id, ledgerEntries.transferId))
    .where(
      and(eq(ledgerAccounts.driverId, driverId), inArray(ledgerTransfers.kind, ['capture', 'overrun', 'adjustment'])),
    )
    .groupBy(ledgerTransfers.reference, isAdjustment)
    .having(isAfterCursor(page, at, positionId))
    .orderBy(desc(at), desc(inBytes(positionId)))
    .limit(rowsFor(page));
}
