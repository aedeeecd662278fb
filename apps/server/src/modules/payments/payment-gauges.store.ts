import { and, asc, eq, gte, isNotNull, or, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { HOUR_MS } from '#kernel/durations.ts';
import { UNKNOWN_TO_PROVIDER } from './payment-state.ts';
import { payments, refunds } from './payments.tables.ts';

export interface PaymentGauges {
  /** Number of payments of the last hour, by outcome. */
  settledLastHour: { state: string; count: number }[];
  /** Start of the oldest payment that the provider has not decided. */
  oldestOpenPaymentAt: Date | undefined;
  /** Creation of the oldest refund that is not paid out. */
  oldestOpenRefundAt: Date | undefined;
}

/** Failed and expired payments are also asked about for days, because banks answer late. Nobody waits for them. */
const isUndecided = and(isNotNull(payments.nextCheckAt), eq(payments.state, 'pending'));

const isUnknown = and(isNotNull(payments.nextCheckAt), eq(payments.reason, UNKNOWN_TO_PROVIDER));

export async function readPaymentGauges(tx: Tx, now: Date): Promise<PaymentGauges> {
  const { state, settledAt } = payments;
  const count = sql<number>`count(*)::int`;
  const since = new Date(now.getTime() - HOUR_MS);
  const settledLastHour = await tx.select({ state, count }).from(payments).where(gte(settledAt, since)).groupBy(state);
  const [payment] = await tx
    .select({ at: sql<string | null>`min(${payments.createdAt})` })
    .from(payments)
    .where(isUndecided);
  const [refund] = await tx
    .select({ at: sql<string | null>`min(${refunds.createdAt})` })
    .from(refunds)
    .where(isNotNull(refunds.nextTryAt));
  const moment = (at: string | null | undefined) => (at ? new Date(at) : undefined);
  return {
    settledLastHour,
    oldestOpenPaymentAt: moment(payment?.at),
    oldestOpenRefundAt: moment(refund?.at),
  };
}

/** Payments that the provider has not decided, or does not know but is still asked about. Oldest first. */
export function listOpenPayments(tx: Tx, limit: number) {
  const { txnId, provider, amountPaise, createdAt, nextCheckAt, reason } = payments;
  return tx
    .select({ txnId, provider, amountPaise, createdAt, nextCheckAt, reason })
    .from(payments)
    .where(or(isUndecided, isUnknown))
    .orderBy(asc(createdAt))
    .limit(limit);
}

/** Refunds that are not paid out, including those given up, oldest first. */
export function listOpenRefunds(tx: Tx, limit: number) {
  return tx
    .select()
    .from(refunds)
    .where(or(isNotNull(refunds.nextTryAt), eq(refunds.state, 'failed')))
    .orderBy(asc(refunds.createdAt))
    .limit(limit);
}
