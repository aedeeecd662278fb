import { and, desc, eq, exists, gte, isNotNull, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import type { PersonalData, PersonalOwner } from '#modules/accounts/index.ts';
import { paymentIntents, refunds, webhookEvents } from './payments.tables.ts';

/** What a driver has paid, what went back, and what the provider wrote about it. */
export async function paymentsData(tx: Tx, { driverId }: PersonalOwner, limit: number): Promise<PersonalData> {
  const own = eq(paymentIntents.driverId, driverId);
  const { txnId, purpose, subject, provider, state, reason, providerOrderId, providerPaymentId } = paymentIntents;
  const told = tx
    .select({ one: sql`1` })
    .from(paymentIntents)
    .where(
      and(
        own,
        gte(webhookEvents.receivedAt, paymentIntents.createdAt),
        sql`(position(${txnId} in ${webhookEvents.body}::text) > 0
          or position(${providerOrderId} in ${webhookEvents.body}::text) > 0)`,
      ),
    );
  // What proves to us that the provider wrote it is nobody's data.
  const withoutSignature = sql`case when jsonb_typeof(${webhookEvents.body}) = 'object'
    then ${webhookEvents.body} - 'hash' - 'key' else ${webhookEvents.body} end`;
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
    webhook_events: await tx
      .select({ provider: webhookEvents.provider, at: webhookEvents.receivedAt, message: withoutSignature })
      .from(webhookEvents)
      .where(and(isNotNull(webhookEvents.body), exists(told)))
      .orderBy(desc(webhookEvents.receivedAt))
      .limit(limit),
  };
}
