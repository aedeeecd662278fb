import { rupees } from '@bijli/contract/money';
import { operatorApi } from '@bijli/contract/operator-api';
import { pageOf } from '#db/pagination.ts';
import type { OperatorHttp } from '#http/calls/operator.ts';
import type { Payments } from '../index.ts';

/** The operator's endpoints for refunds. */
export function refundsRoutes({ serveOperator }: OperatorHttp, payments: Payments): void {
  serveOperator(operatorApi.listRefunds, async ({ query }) => {
    const { rows, next } = await payments.listRefunds(pageOf(query), query.state);
    const refunds = rows.map(({ refundId, txnId, provider, amountPaise, reason, state, createdAt, settledAt }) => ({
      id: refundId,
      txn_id: txnId,
      provider,
      amount: rupees(amountPaise),
      reason,
      state,
      created_at: createdAt.toISOString(),
      settled_at: settledAt?.toISOString() ?? null,
    }));
    return { refunds, ...(next && { next }) };
  });
}
