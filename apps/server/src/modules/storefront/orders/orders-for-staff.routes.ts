import { operatorApi } from '@bijli/contract/operator-api';
import { idempotencyKeyOf } from '#http/calls/idempotency-key.ts';
import type { OperatorHttp } from '#http/calls/operator.ts';
import type { Storefront } from '../index.ts';

/** The operator's endpoints for orders. */
export function ordersForStaffRoutes({ serveOperator }: OperatorHttp, { orders }: Pick<Storefront, 'orders'>): void {
  serveOperator(
    operatorApi.refundOrder,
    async ({ params, body: { units, restocks = false }, request, note, record }) => {
      note({ object: `order ${params.order_reference}`, after: { refunded_units: units ?? 'all', restocks } });
      await orders.refund(params.order_reference, {
        units,
        restocks,
        idempotencyKey: idempotencyKeyOf(request),
        record,
      });
      return {};
    },
  );
}
