import { and, asc, desc, eq, gt, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import type { ProviderName } from '@bijli/contract/wallet';
import type { Tx } from '#db/database.ts';
import { inBytes, isAfterCursor, rowsFor, type Page } from '#db/pagination.ts';
import { isAnyOf } from '#db/statements/any-of.ts';
import { drivers } from '#modules/accounts/accounts.tables.ts';
import type { PaymentState, StoredPaymentState } from './payment-state.ts';
import { payments, webhooks } from './payments.tables.ts';

type PaymentRow = typeof payments.$inferSelect;
export type Payment = Omit<PaymentRow, 'state'> & { state: PaymentState };
type NewPayment = Omit<typeof payments.$inferInsert, 'state'> & { state: PaymentState };

function stored(state: PaymentState): StoredPaymentState {
  if (state === 'amount_mismatch') return 'mismatch';
  return state === 'unallocated' ? 'unwanted' : state;
}

function stateOf(written: StoredPaymentState): PaymentState {
  if (written === 'mismatch') return 'amount_mismatch';
  return written === 'unwanted' ? 'unallocated' : written;
}

const fromRow = (row: PaymentRow): Payment => ({ ...row, state: stateOf(row.state) });

export async function insertPayment(tx: Tx, payment: NewPayment): Promise<void> {
  await tx.insert(payments).values({ ...payment, state: stored(payment.state) });
}

export async function findPayment(tx: Tx, txnId: string): Promise<Payment | undefined> {
  const [payment] = await tx.select().from(payments).where(eq(payments.txnId, txnId));
  return payment && fromRow(payment);
}

/** Finds the payment by the provider's order id. */
export async function findPaymentOfProviderOrder(
  tx: Tx,
  provider: ProviderName,
  providerOrderId: string,
): Promise<Payment | undefined> {
  const ofOrder = and(eq(payments.provider, provider), eq(payments.providerOrderId, providerOrderId));
  const [payment] = await tx.select().from(payments).where(ofOrder);
  return payment && fromRow(payment);
}

/** Finds the payment by the provider's id of the payment that settled it. */
export async function findPaymentOfProviderPayment(
  tx: Tx,
  provider: ProviderName,
  providerPaymentId: string,
): Promise<Payment | undefined> {
  const ofPayment = and(eq(payments.provider, provider), eq(payments.providerPaymentId, providerPaymentId));
  const [payment] = await tx.select().from(payments).where(ofPayment);
  return payment && fromRow(payment);
}

/** Finds a payment and locks it until the transaction ends. */
export async function lockPayment(tx: Tx, txnId: string): Promise<Payment | undefined> {
  const [payment] = await tx.select().from(payments).where(eq(payments.txnId, txnId)).for('update');
  return payment && fromRow(payment);
}

export async function changePayment(
  tx: Tx,
  txnId: string,
  change: Partial<Omit<Payment, 'txnId' | 'amountPaise'>>,
): Promise<void> {
  const { state, ...rest } = change;
  const set = { ...rest, ...(state !== undefined && { state: stored(state) }) };
  await tx.update(payments).set(set).where(eq(payments.txnId, txnId));
}

/** Like `changePayment`, but does nothing if the payment was settled meanwhile. */
export async function changeOpenPayment(
  tx: Tx,
  txnId: string,
  change: Pick<Partial<Payment>, 'reason' | 'nextCheckAt'>,
): Promise<void> {
  const open = inArray(payments.state, ['pending', 'failed', 'expired']);
  await tx
    .update(payments)
    .set(change)
    .where(and(eq(payments.txnId, txnId), open));
}

/** Records that the payer has given up an open payment. */
export async function cancelPayment(tx: Tx, txnId: string): Promise<void> {
  await tx
    .update(payments)
    .set({ state: 'failed', reason: 'cancelled' })
    .where(and(eq(payments.txnId, txnId), eq(payments.state, 'pending')));
}

/** Claims payments that are due for a check for this node, and postpones them to `until` meanwhile. */
export async function claimDuePayments(tx: Tx, now: Date, until: Date, limit: number): Promise<Payment[]> {
  const due = tx
    .select({ txnId: payments.txnId })
    .from(payments)
    .where(lte(payments.nextCheckAt, now))
    // A payer waits for a pending one.
    .orderBy(desc(eq(payments.state, 'pending')), asc(payments.nextCheckAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  const rows = await tx
    .update(payments)
    .set({ nextCheckAt: until, checks: sql`${payments.checks} + 1` })
    .where(inArray(payments.txnId, due))
    .returning();
  return rows.map(fromRow);
}

/** The prefix of a payment's id in a list of payments and refunds. Of equal times the refund comes first. */
export const PAYMENT_PLACE = 'p.';

/** A driver's payments for a purpose that reached the provider, newest first. */
export async function listOfDriver(tx: Tx, driverId: number, purpose: string, page: Page): Promise<Payment[]> {
  const own = and(eq(payments.driverId, driverId), eq(payments.purpose, purpose), isNotNull(payments.providerOrderId));
  const rows = await tx
    .select()
    .from(payments)
    .where(and(own, isAfterCursor(page, payments.createdAt, sql`${PAYMENT_PLACE} || ${payments.txnId}`)))
    .orderBy(desc(payments.createdAt), desc(inBytes(payments.txnId)))
    .limit(rowsFor(page));
  return rows.map(fromRow);
}

/** True if one of the driver's payments is still being checked. */
export async function hasPendingOfDriver(tx: Tx, driverId: number): Promise<boolean> {
  const pending = and(eq(payments.driverId, driverId), eq(payments.state, 'pending'));
  return (await tx.select({ txnId: payments.txnId }).from(payments).where(pending).limit(1)).length > 0;
}

/**
 * Erases the payer's name, e-mail and number from the forms and the provider's texts. Open payments for these purposes
 * lose their driver, and are refunded if they arrive.
 */
export async function erasePayerOfPayments(tx: Tx, driverId: number, purposes: string[]): Promise<void> {
  const own = eq(payments.driverId, driverId);
  await tx.update(payments).set({ checkoutForm: null }).where(own);
  const theirs = tx.select({ txnId: payments.txnId }).from(payments).where(own);
  await tx.update(webhooks).set({ body: null }).where(inArray(webhooks.txnId, theirs));
  const mayCome = and(isAnyOf(payments.purpose, purposes), inArray(payments.state, ['failed', 'expired']));
  await tx.update(payments).set({ driverId: null }).where(and(own, mayCome));
}

export async function hasErasedPayer(tx: Tx, driverId: number): Promise<boolean> {
  const isDeleted = and(eq(drivers.id, driverId), isNotNull(drivers.deletedAt));
  return (await tx.select({ id: drivers.id }).from(drivers).where(isDeleted)).length > 0;
}

export async function hasWebhook(tx: Tx, provider: ProviderName, webhookKey: string): Promise<boolean> {
  const seen = await tx
    .select({ webhookKey: webhooks.webhookKey })
    .from(webhooks)
    .where(and(eq(webhooks.provider, provider), eq(webhooks.webhookKey, webhookKey)));
  return seen.length > 0;
}

/** Records a webhook. False if it was recorded before. */
export async function insertMissingWebhook(tx: Tx, webhook: typeof webhooks.$inferInsert): Promise<boolean> {
  const { rowCount } = await tx.insert(webhooks).values(webhook).onConflictDoNothing();
  return rowCount === 1;
}

/** Purges forms with the payer's name and number, of payments that can no longer be made. */
export async function purgeCheckoutForms(tx: Tx, now: Date): Promise<void> {
  const over = and(isNotNull(payments.checkoutForm), lte(payments.expiresAt, now));
  await tx.update(payments).set({ checkoutForm: null }).where(over);
}

export async function purgeWebhooks(tx: Tx, before: Date): Promise<void> {
  await tx.delete(webhooks).where(lte(webhooks.receivedAt, before));
}

/** True if an open payment for a subject expires after that time. */
export async function hasPendingForSubject(tx: Tx, purpose: string, subject: string, after: Date): Promise<boolean> {
  const open = and(
    eq(payments.purpose, purpose),
    eq(payments.subject, subject),
    eq(payments.state, 'pending'),
    gt(payments.expiresAt, after),
  );
  const rows = await tx.select({ txnId: payments.txnId }).from(payments).where(open).limit(1);
  return rows.length > 0;
}
