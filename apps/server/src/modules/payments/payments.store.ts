import { and, asc, desc, eq, gt, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import type { ProviderName } from '@bijli/contract/wallet';
import type { Tx } from '#db/database.ts';
import { drivers } from '#modules/accounts/accounts.tables.ts';
import type { PaymentState } from './payment-state.ts';
import { paymentIntents, webhooks } from './payments.tables.ts';

type Row = typeof paymentIntents.$inferSelect;
export type Intent = Omit<Row, 'state' | 'provider'> & { state: PaymentState; provider: ProviderName };

/** States that were written under another name before, and are stored by it. */
const STORED_STATES: Partial<Record<PaymentState, string>> = { amount_mismatch: 'mismatch', unallocated: 'unwanted' };

const stored = (state: PaymentState): string => STORED_STATES[state] ?? state;

function intentOf({ state: written, ...row }: Row): Intent {
  const state = Object.entries(STORED_STATES).find(([, name]) => name === written)?.[0] ?? written;
  return { ...row, state } as Intent;
}

export async function putIntent(
  tx: Tx,
  intent: typeof paymentIntents.$inferInsert & { state: PaymentState },
): Promise<void> {
  await tx.insert(paymentIntents).values({ ...intent, state: stored(intent.state) });
}

export async function findIntent(tx: Tx, txnId: string): Promise<Intent | undefined> {
  const [intent] = await tx.select().from(paymentIntents).where(eq(paymentIntents.txnId, txnId));
  return intent && intentOf(intent);
}

/** The payment with the provider's id of its order. */
export async function findIntentOfOrder(
  tx: Tx,
  provider: ProviderName,
  providerOrderId: string,
): Promise<Intent | undefined> {
  const ofOrder = and(eq(paymentIntents.provider, provider), eq(paymentIntents.providerOrderId, providerOrderId));
  const [intent] = await tx.select().from(paymentIntents).where(ofOrder);
  return intent && intentOf(intent);
}

/** The payment, locked: whoever reports it next waits until this transaction ends. */
export async function lockIntent(tx: Tx, txnId: string): Promise<Intent | undefined> {
  const [intent] = await tx.select().from(paymentIntents).where(eq(paymentIntents.txnId, txnId)).for('update');
  return intent && intentOf(intent);
}

export async function changeIntent(
  tx: Tx,
  txnId: string,
  change: Partial<Omit<Intent, 'txnId' | 'amountPaise'>>,
): Promise<void> {
  const { state, ...rest } = change;
  const set = { ...rest, ...(state !== undefined && { state: stored(state) }) };
  await tx.update(paymentIntents).set(set).where(eq(paymentIntents.txnId, txnId));
}

/** Like `changeIntent`, but leaves a payment alone that was settled meanwhile. */
export async function changeOpenIntent(
  tx: Tx,
  txnId: string,
  change: Pick<Partial<Intent>, 'reason' | 'nextCheckAt'>,
): Promise<void> {
  const open = inArray(paymentIntents.state, ['pending', 'failed', 'expired']);
  await tx
    .update(paymentIntents)
    .set(change)
    .where(and(eq(paymentIntents.txnId, txnId), open));
}

/** Notes that the payer gave a payment up that is still open. */
export async function cancelIntent(tx: Tx, txnId: string): Promise<void> {
  await tx
    .update(paymentIntents)
    .set({ state: 'failed', reason: 'cancelled' })
    .where(and(eq(paymentIntents.txnId, txnId), eq(paymentIntents.state, 'pending')));
}

/** Payments due for a question to the provider, each taken by one node only and put off to `until` meanwhile. */
export async function claimDue(tx: Tx, now: Date, until: Date, limit: number): Promise<Intent[]> {
  const due = tx
    .select({ txnId: paymentIntents.txnId })
    .from(paymentIntents)
    .where(lte(paymentIntents.nextCheckAt, now))
    .orderBy(asc(paymentIntents.nextCheckAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  const rows = await tx
    .update(paymentIntents)
    .set({ nextCheckAt: until, checks: sql`${paymentIntents.checks} + 1` })
    .where(inArray(paymentIntents.txnId, due))
    .returning();
  return rows.map(intentOf);
}

/** A driver's payments for a purpose that reached the provider, newest first. */
export async function intentsOfDriver(tx: Tx, driverId: number, purpose: string, limit: number): Promise<Intent[]> {
  const rows = await tx
    .select()
    .from(paymentIntents)
    .where(
      and(
        eq(paymentIntents.driverId, driverId),
        eq(paymentIntents.purpose, purpose),
        isNotNull(paymentIntents.providerOrderId),
      ),
    )
    .orderBy(desc(paymentIntents.createdAt))
    .limit(limit);
  return rows.map(intentOf);
}

/** Whether one of the driver's payments is still being checked. */
export async function hasPending(tx: Tx, driverId: number): Promise<boolean> {
  const pending = and(eq(paymentIntents.driverId, driverId), eq(paymentIntents.state, 'pending'));
  return (await tx.select({ txnId: paymentIntents.txnId }).from(paymentIntents).where(pending).limit(1)).length > 0;
}

/**
 * Forgets what holds the payer's name, e-mail and number: the forms sent to a provider, and what it wrote of the payments.
 * Those for these purposes that a bank may still pay belong to nobody from now on, and go back.
 */
export async function erasePayer(tx: Tx, driverId: number, purposes: string[]): Promise<void> {
  const own = eq(paymentIntents.driverId, driverId);
  await tx.update(paymentIntents).set({ checkoutForm: null }).where(own);
  const theirs = tx.select({ txnId: paymentIntents.txnId }).from(paymentIntents).where(own);
  await tx.update(webhooks).set({ body: null }).where(inArray(webhooks.txnId, theirs));
  const mayCome = and(inArray(paymentIntents.purpose, purposes), inArray(paymentIntents.state, ['failed', 'expired']));
  await tx.update(paymentIntents).set({ driverId: null }).where(and(own, mayCome));
}

export async function driverHasLeft(tx: Tx, driverId: number): Promise<boolean> {
  const isDeleted = and(eq(drivers.id, driverId), isNotNull(drivers.deletedAt));
  return (await tx.select({ id: drivers.id }).from(drivers).where(isDeleted)).length > 0;
}

export async function sawWebhook(tx: Tx, provider: string, webhookKey: string): Promise<boolean> {
  const seen = await tx
    .select({ webhookKey: webhooks.webhookKey })
    .from(webhooks)
    .where(and(eq(webhooks.provider, provider), eq(webhooks.webhookKey, webhookKey)));
  return seen.length > 0;
}

export async function noteWebhook(tx: Tx, webhook: typeof webhooks.$inferInsert): Promise<void> {
  await tx.insert(webhooks).values(webhook).onConflictDoNothing();
}

/** Forgets what was to be posted to a provider, with the payer's name and number, for payments that nobody can make any more. */
export async function purgeForms(tx: Tx, now: Date): Promise<void> {
  const over = and(isNotNull(paymentIntents.checkoutForm), lte(paymentIntents.expiresAt, now));
  await tx.update(paymentIntents).set({ checkoutForm: null }).where(over);
}

export async function dropWebhooks(tx: Tx, before: Date): Promise<void> {
  await tx.delete(webhooks).where(lte(webhooks.receivedAt, before));
}

/** Whether a payment for a subject is still open that runs out after then. */
export async function anyPending(tx: Tx, purpose: string, subject: string, after: Date): Promise<boolean> {
  const open = and(
    eq(paymentIntents.purpose, purpose),
    eq(paymentIntents.subject, subject),
    eq(paymentIntents.state, 'pending'),
    gt(paymentIntents.expiresAt, after),
  );
  const found = await tx.select({ txnId: paymentIntents.txnId }).from(paymentIntents).where(open).limit(1);
  return found.length > 0;
}
