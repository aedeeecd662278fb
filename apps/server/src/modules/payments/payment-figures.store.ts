import { gte, isNotNull, sql } from 'drizzle-orm';
import type { Tx } from '#db/database.ts';
import { HOUR_MS } from '#kernel/durations.ts';
import { payments, refunds } from './payments.tables.ts';

export interface PaymentFigures {
  /** What became of those of the last hour, by state. */
  settledLastHour: { state: string; count: number }[];
  /** When the oldest was begun that is still asked about. */
  oldestOpenPaymentAt: Date | undefined;
  /** When the oldest refund was owed that has not been paid. */
  oldestOpenRefundAt: Date | undefined;
}

export async function readPaymentFigures(tx: Tx, now: Date): Promise<PaymentFigures> {
  const { state, settledAt } = payments;
  const count = sql<number>`count(*)::int`;
  const since = new Date(now.getTime() - HOUR_MS);
  const settledLastHour = await tx.select({ state, count }).from(payments).where(gte(settledAt, since)).groupBy(state);
  const [payment] = await tx
    .select({ at: sql<string | null>`min(${payments.createdAt})` })
    .from(payments)
    .where(isNotNull(payments.nextCheckAt));
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
