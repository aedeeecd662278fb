import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import type { PersonalData, PersonalOwner } from '#modules/accounts/index.ts';
import { payments, refunds, webhooks } from './payments.tables.ts';
import { storedBody } from './settling/webhook-body.ts';

/** A driver's payments and refunds, and the provider's texts about them, for the export of personal data. */
export async function paymentsData(tx: Tx, { driverId }: PersonalOwner, limit: number): Promise<PersonalData> {
  const own = eq(payments.driverId, driverId);
  const { txnId, purpose, subject, provider, state, reason, providerOrderId, providerPaymentId } = payments;
  return {
    payment_intents: await tx
      .select({
        transaction: txnId,
        purpose,
        subject,
        provider,
        amount_paise: payments.amountPaise,
        paid_paise: payments.paidPaise,
        state,
        reason,
        provider_order: providerOrderId,
        provider_payment: providerPaymentId,
        created_at: payments.createdAt,
        settled_at: payments.settledAt,
      })
      .from(payments)
      .where(own)
      .orderBy(desc(payments.createdAt))
      .limit(limit),
    refunds: await tx
      .select({
        refund: refunds.refundId,
        transaction: refunds.txnId,
        amount_paise: refunds.amountPaise,
        reason: refunds.reason,
        state: refunds.state,
        created_at: refunds.createdAt,
        settled_at: refunds.settledAt,
      })
      .from(refunds)
      .innerJoin(payments, eq(payments.txnId, refunds.txnId))
      .where(own)
      .orderBy(desc(refunds.createdAt))
      .limit(limit),
    webhook_events: (
      await tx
        .select({ provider: webhooks.provider, at: webhooks.receivedAt, message: webhooks.body })
        .from(webhooks)
        .innerJoin(payments, eq(payments.txnId, webhooks.txnId))
        .where(and(own, isNotNull(webhooks.body)))
        .orderBy(desc(webhooks.receivedAt))
        .limit(limit)
    ).map((row) => ({ ...row, message: storedBody(row.message) })),
  };
}
