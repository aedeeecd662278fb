import { and, desc, eq, gt, inArray, sql, type SQL } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { holds, ledgerAccounts, ledgerEntries, ledgerTransfers } from './wallet.tables.ts';

export type Hold = typeof holds.$inferSelect;

export async function findHold(tx: Tx, reference: string): Promise<Hold | undefined> {
  const [hold] = await tx.select().from(holds).where(eq(holds.reference, reference));
  return hold;
}

export async function putHold(tx: Tx, hold: typeof holds.$inferInsert): Promise<void> {
  await tx.insert(holds).values(hold);
}

export async function resolveHold(
  tx: Tx,
  reference: string,
  outcome: { state: 'captured' | 'released'; capturedPaise: number; resolvedAt: Date },
): Promise<void> {
  await tx.update(holds).set(outcome).where(eq(holds.reference, reference));
}

/** A hold that had gone back is held again. */
export async function renewHold(tx: Tx, { reference, renewals }: Pick<Hold, 'reference' | 'renewals'>, at: Date) {
  await tx
    .update(holds)
    .set({ state: 'held', heldAt: at, resolvedAt: null, renewals: renewals + 1 })
    .where(eq(holds.reference, reference));
}

/** Balances of a driver's accounts by kind; empty before the first movement. */
export async function balances(tx: Tx, driverId: number): Promise<Map<string, number>> {
  const rows = await tx
    .select({ kind: ledgerAccounts.kind, paise: ledgerAccounts.balancePaise })
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.driverId, driverId));
  return new Map(rows.map((row) => [row.kind, row.paise ?? 0]));
}

/** The driver's side of charges and adjustments, newest first; capture and overrun of a charge are one row. */
export async function spending(
  tx: Tx,
  driverId: number,
  limit: number,
): Promise<{ reference: string; adjustment: boolean; amountPaise: number; at: Date }[]> {
  const adjustment = sql<boolean>`${ledgerTransfers.kind} = 'adjustment'`;
  const at = sql`min(${ledgerTransfers.at})`.mapWith(ledgerTransfers.at);
  return tx
    .select({
      reference: ledgerTransfers.reference,
      adjustment,
      amountPaise: sql`sum(${ledgerEntries.amountPaise})`.mapWith(Number),
      at,
    })
    .from(ledgerEntries)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .innerJoin(ledgerTransfers, eq(ledgerTransfers.id, ledgerEntries.transferId))
    .where(
      and(eq(ledgerAccounts.driverId, driverId), inArray(ledgerTransfers.kind, ['capture', 'overrun', 'adjustment'])),
    )
    .groupBy(ledgerTransfers.reference, adjustment)
    .orderBy(desc(at))
    .limit(limit);
}

/** Paise that the house owes to payers. */
export async function owedBack(tx: Tx): Promise<number> {
  const [owed] = await tx
    .select({ paise: sql`coalesce(sum(${ledgerEntries.amountPaise}), 0)`.mapWith(Number) })
    .from(ledgerEntries)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(eq(ledgerAccounts.kind, 'refunds'));
  return owed?.paise ?? 0;
}

/** What a top-up added to which driver's wallet. */
export interface Credit {
  transferId: number;
  /** The payment's txnId. */
  reference: string;
  driverId: number | null;
  amountPaise: number;
}

/** Top-ups in the ledger after a transfer id, oldest first. */
export async function topUpsAfter(tx: Tx, transferId: number, limit: number): Promise<Credit[]> {
  return topUps(tx, gt(ledgerTransfers.id, transferId)).orderBy(ledgerTransfers.id).limit(limit);
}

/** Top-ups in the ledger of these payments. */
export async function topUpsFor(tx: Tx, txnIds: string[]): Promise<Credit[]> {
  return txnIds.length === 0 ? [] : topUps(tx, inArray(ledgerTransfers.reference, txnIds));
}

function topUps(tx: Tx, which: SQL) {
  return tx
    .select({
      transferId: ledgerTransfers.id,
      reference: ledgerTransfers.reference,
      driverId: ledgerAccounts.driverId,
      amountPaise: ledgerEntries.amountPaise,
    })
    .from(ledgerTransfers)
    .innerJoin(ledgerEntries, eq(ledgerEntries.transferId, ledgerTransfers.id))
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(and(eq(ledgerTransfers.kind, 'top_up'), eq(ledgerAccounts.kind, 'wallet'), which));
}
