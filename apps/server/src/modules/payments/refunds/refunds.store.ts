import { and, asc, desc, eq, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { takePage, inBytes, isAfterCursor, rowsFor, type Page } from '#db/pagination.ts';
import { payments, refunds } from '../payments.tables.ts';

export type Refund = typeof refunds.$inferSelect;

export async function insertRefund(tx: Tx, row: typeof refunds.$inferInsert): Promise<Refund> {
  const [refund] = await tx.insert(refunds).values(row).returning();
  if (!refund) throw new Error('The refund just written is not there.');
  return refund;
}

export async function findRefundOfKey(tx: Tx, key: string): Promise<Refund | undefined> {
  const [refund] = await tx.select().from(refunds).where(eq(refunds.key, key));
  return refund;
}

/** The refunds of a payment that this server has recorded. */
export async function listRefundsOfPayment(tx: Tx, txnId: string): Promise<Refund[]> {
  return tx.select().from(refunds).where(eq(refunds.txnId, txnId));
}

/** Finds a refund and locks it until the transaction ends. */
export async function lockRefund(tx: Tx, refundId: string): Promise<Refund | undefined> {
  const [refund] = await tx.select().from(refunds).where(eq(refunds.refundId, refundId)).for('update');
  return refund;
}

export async function changeRefund(tx: Tx, refundId: string, change: Partial<Omit<Refund, 'refundId'>>): Promise<void> {
  await tx.update(refunds).set(change).where(eq(refunds.refundId, refundId));
}

/**
 * Paise of a payment for which refunds are recorded, paid out or not. They cannot be refunded again, even if the
 * provider has failed to pay.
 */
export async function readRefundedPaise(tx: Tx, txnId: string, providerPaymentId: string): Promise<number> {
  const back = and(eq(refunds.txnId, txnId), eq(refunds.providerPaymentId, providerPaymentId));
  const [sum] = await tx
    .select({ paise: sql`coalesce(sum(${refunds.amountPaise}), 0)`.mapWith(Number) })
    .from(refunds)
    .where(back);
  return sum?.paise ?? 0;
}

/** A driver's completed payments for a purpose that are not refunded in full, newest first. */
export async function listRefundableOfDriver(
  tx: Tx,
  driverId: number,
  purpose: string,
): Promise<{ txnId: string; leftPaise: number }[]> {
  const refunded = sql`(select coalesce(sum(${refunds.amountPaise}), 0) from ${refunds}
    where ${refunds.txnId} = ${payments.txnId} and ${refunds.providerPaymentId} = ${payments.providerPaymentId})`;
  const left = sql`coalesce(${payments.paidPaise}, ${payments.amountPaise}) - ${refunded}`;
  const own = and(eq(payments.driverId, driverId), eq(payments.purpose, purpose), eq(payments.state, 'completed'));
  return tx
    .select({ txnId: payments.txnId, leftPaise: left.mapWith(Number) })
    .from(payments)
    .where(and(own, sql`${left} > 0`))
    .orderBy(desc(payments.createdAt), desc(payments.txnId));
}

/** Claims refunds that are due to be requested for this node, and postpones them to `until` meanwhile. */
export async function claimDueRefunds(tx: Tx, now: Date, until: Date, limit: number): Promise<Refund[]> {
  const due = tx
    .select({ refundId: refunds.refundId })
    .from(refunds)
    .where(lte(refunds.nextTryAt, now))
    .orderBy(asc(refunds.nextTryAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  const rows = await tx
    .update(refunds)
    .set({ nextTryAt: until, tries: sql`${refunds.tries} + 1` })
    .where(inArray(refunds.refundId, due))
    .returning();
  return rows;
}

/** Makes the refunds of a payment due for a check now. */
export async function retryRefundsNow(tx: Tx, txnId: string, now: Date): Promise<void> {
  const working = and(eq(refunds.txnId, txnId), isNotNull(refunds.nextTryAt), isNotNull(refunds.acceptedAt));
  await tx.update(refunds).set({ nextTryAt: now }).where(working);
}

/** Like PAYMENT_PLACE, for refunds. */
export const REFUND_PLACE = 'r.';

/** Refunds of a driver's payments for a purpose, newest first. */
export async function listRefundsOfDriver(tx: Tx, driverId: number, purpose: string, page: Page): Promise<Refund[]> {
  const own = and(eq(payments.driverId, driverId), eq(payments.purpose, purpose));
  const rows = await tx
    .select({ refund: refunds })
    .from(refunds)
    .innerJoin(payments, eq(payments.txnId, refunds.txnId))
    .where(and(own, isAfterCursor(page, refunds.createdAt, sql`${REFUND_PLACE} || ${refunds.refundId}`)))
    .orderBy(desc(refunds.createdAt), desc(inBytes(refunds.refundId)))
    .limit(rowsFor(page));
  return rows.map(({ refund }) => refund);
}

/** Refunds of all payers, newest first, in one state or in any. */
export async function listRefunds(
  tx: Tx,
  page: Page,
  state: Refund['state'] | undefined,
): Promise<{ rows: Refund[]; next?: string }> {
  const { createdAt, refundId } = refunds;
  const rows = await tx
    .select()
    .from(refunds)
    .where(and(isAfterCursor(page, createdAt, refundId), state === undefined ? undefined : eq(refunds.state, state)))
    .orderBy(desc(createdAt), desc(inBytes(refundId)))
    .limit(rowsFor(page));
  return takePage(rows, page, (row) => ({ at: row.createdAt, id: row.refundId }));
}

/** Refunds of the payments for a subject, oldest first. */
export async function listRefundsOfSubject(tx: Tx, purpose: string, subject: string): Promise<Refund[]> {
  const rows = await tx
    .select({ refund: refunds })
    .from(refunds)
    .innerJoin(payments, eq(payments.txnId, refunds.txnId))
    .where(and(eq(payments.purpose, purpose), eq(payments.subject, subject)))
    .orderBy(asc(refunds.createdAt));
  return rows.map(({ refund }) => refund);
}
