import { and, asc, desc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { inBytes, isAfterCursor, rowsFor, type Page } from '#db/pagination.ts';
import { fixedStatement } from '#db/statements/fixed-statement.ts';
import { drivers } from '#modules/accounts/accounts.tables.ts';
import { ledgerAccounts, ledgerEntries, ledgerTransfers } from '#modules/ledger/ledger.tables.ts';
import { holds } from './wallet.tables.ts';

export type Hold = typeof holds.$inferSelect;

export type ResolvedHold = Pick<Hold, 'reference' | 'driverId' | 'amountPaise' | 'capturedPaise' | 'renewals'>;

/** Locks a hold until the transaction ends. Undefined if there is none. */
export async function lockHold(tx: Tx, reference: string): Promise<Hold | undefined> {
  const [hold] = await tx.select().from(holds).where(eq(holds.reference, reference)).for('no key update');
  return hold;
}

const INSERT_MISSING_HOLD = `
  insert into holds (reference, driver_id, amount_paise, state, held_at) values ($1, $2, $3, 'held', $4) on conflict do nothing`;

/** Does nothing if the session has a hold already. */
export async function insertMissingHold(
  tx: Tx,
  { reference, driverId, amountPaise, heldAt }: Pick<Hold, 'reference' | 'driverId' | 'amountPaise' | 'heldAt'>,
): Promise<void> {
  await tx.execute(fixedStatement(INSERT_MISSING_HOLD, [reference, driverId, amountPaise, heldAt.toISOString()]));
}

const RESOLVE_HELD = `
  update holds set state = $2, captured_paise = least($3::bigint, amount_paise), resolved_at = $4
  where reference = $1 and state = 'held'
  returning driver_id as "driverId", amount_paise as "amountPaise", captured_paise as "capturedPaise", renewals`;

/**
 * Resolves a hold that is held, and locks it until the transaction ends. Captures the price, but no more than was held.
 * Returns the hold as it is now, or undefined when there is none that is held.
 */
export async function changeHeld(
  tx: Tx,
  reference: string,
  { state, pricePaise, resolvedAt }: { state: 'captured' | 'released'; pricePaise: number; resolvedAt: Date },
): Promise<ResolvedHold | undefined> {
  // PostgreSQL's driver returns bigint as text.
  const { rows } = await tx.execute<{ driverId: string; amountPaise: string; capturedPaise: string; renewals: number }>(
    fixedStatement(RESOLVE_HELD, [reference, state, pricePaise, resolvedAt.toISOString()]),
  );
  const [row] = rows;
  return (
    row && {
      reference,
      driverId: Number(row.driverId),
      amountPaise: Number(row.amountPaise),
      capturedPaise: Number(row.capturedPaise),
      renewals: row.renewals,
    }
  );
}

/** Makes a released hold held again. */
export async function renewHold(tx: Tx, { reference, renewals }: Pick<Hold, 'reference' | 'renewals'>, at: Date) {
  await tx
    .update(holds)
    .set({ state: 'held', heldAt: at, resolvedAt: null, renewals: renewals + 1 })
    .where(eq(holds.reference, reference));
}

/** What is in the wallets of drivers who have deleted their accounts. */
export async function listErasedBalances(tx: Tx): Promise<{ driverId: number; freePaise: number }[]> {
  return tx
    .select({ driverId: drivers.id, freePaise: sql`${ledgerAccounts.balancePaise}`.mapWith(Number) })
    .from(ledgerAccounts)
    .innerJoin(drivers, eq(drivers.id, ledgerAccounts.driverId))
    .where(and(isNotNull(drivers.deletedAt), eq(ledgerAccounts.kind, 'wallet'), gt(ledgerAccounts.balancePaise, 0)))
    .orderBy(asc(drivers.id));
}

/**
 * What sessions and adjustments moved in the driver's wallet, newest first. Capture and overrun of a session are one
 * row.
 */
export async function listMovementsOfDriver(
  tx: Tx,
  driverId: number,
  page: Page,
): Promise<{ positionId: string; reference: string; isAdjustment: boolean; amountPaise: number; at: Date }[]> {
  const isAdjustment = sql<boolean>`${ledgerTransfers.kind} = 'adjustment'`;
  // A correction of a session is a row of its own.
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
