import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import type { PersonalData, PersonalOwner } from '#modules/accounts/index.ts';
import { paymentIntents, refunds, webhooks } from './payments.tables.ts';
import { keptBody } from './webhook-body.ts';

/** What a driver has paid, what went back, and what the provider wrote about it. */
export async function paymentsData(tx: Tx, { driverId }: PersonalOwner, limit: number): Promise<PersonalData> {
  const own = eq(paymentIntents.driverId, driverId);
  const { txnId, purpose, subject, provider, state, reason, providerOrderId, providerPaymentId } = paymentIntents;
  return {
    payment_intents: await tx
      .select({
        transaction: txnId,
        purpose,
        subject,
        provider,
        amount_paise: paymentIntents.amountPaise,
        paid_paise: paymentIntents.paidPaise,
        state,
        reason,
        provider_order: providerOrderId,
        provider_payment: providerPaymentId,
        created_at: paymentIntents.createdAt,
        settled_at: paymentIntents.settledAt,
      })
      .from(paymentIntents)
      .where(own)
      .orderBy(desc(paymentIntents.createdAt))
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
      .innerJoin(paymentIntents, eq(paymentIntents.txnId, refunds.txnId))
      .where(own)
      .orderBy(desc(refunds.createdAt))
      .limit(limit),
    webhook_events: (
      await tx
        .select({ provider: webhooks.provider, at: webhooks.receivedAt, message: webhooks.body })
        .from(webhooks)
        .innerJoin(paymentIntents, eq(paymentIntents.txnId, webhooks.txnId))
        .where(and(own, isNotNull(webhooks.body)))
        .orderBy(desc(webhooks.receivedAt))
        .limit(limit)
    ).map((row) => ({ ...row, message: keptBody(row.message) })),
  };
}
