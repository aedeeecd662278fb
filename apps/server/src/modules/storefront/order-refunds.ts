import type { Database, Tx } from '#db/database.ts';
import { refuse as refuseHttp } from '#http/http.failures.ts';
import { newReference } from '#kernel/ids.ts';
import type { Payments } from '#modules/payments/index.ts';
import { returnUnits } from './catalogue.store.ts';
import type { OrderEffects } from './order-effects.ts';
import { canBecome } from './order-state.ts';
import * as store from './orders.store.ts';
import { refuse } from './storefront.failures.ts';

interface OrderRefund {
  /** All that is left, unless told. */
  units?: number | undefined;
  /** What has left the shop is on the shelf again. */
  restocks?: boolean | undefined;
  /** Under which it is refunded once. */
  key?: string | undefined;
  /** Writes the audit's line into the transaction of the refund. */
  record?: ((tx: Tx) => Promise<void>) | undefined;
}

/** A refund that staff ask for; by its key it is known again. */
type AskedRefund = Omit<OrderRefund, 'key'> & { idempotencyKey?: string | undefined };

/** Gives the money of orders back; what follows in the books is `reverse` in `order-effects.ts`. */
export function createOrderRefunds(
  { database, payments }: { database: Database; payments: Payments },
  lockKnownOrder: OrderEffects['lockKnownOrder'],
) {
  /** The payment is locked before the order, as it is when a payment comes in. */
  async function refund(
    { reference, txnId, state, quantity, refundedUnits, pricePaise }: store.Order,
    reason: 'buyer' | 'shop',
    { units = quantity - refundedUnits, restocks = false, key, record }: OrderRefund = {},
  ): Promise<void> {
    if (txnId === null || !canBecome(state, 'cancelled')) return refuse('order_closed');
    const left = quantity - refundedUnits;
    if (!Number.isInteger(units) || units < 1 || units > left) return refuse('refund_units_invalid', { left });
    const isLast = units === left;
    // All that is left goes back once; some units as often as the shop says so.
    const part = isLast
      ? { key: key ?? `order:${reference}` }
      : { key: key ?? `order:${reference}:${newReference('R')}`, amountPaise: units * pricePaise };
    await database.transaction(async (tx) => {
      const { isRepeat } = await payments.refund(tx, { txnId, reason, ...part });
      if (key !== undefined && isRepeat) return;
      const order = await lockKnownOrder(tx, reference);
      // What was decided above was of an order that nobody else has touched since.
      const isSameLast = order.state === 'cancelled' && order.reason === null && order.refundedUnits === refundedUnits;
      if (isLast ? !isSameLast : order.state !== state) refuse('order_closed');
      const hasLeft = (order.dispatchedAt ?? order.deliveredAt) !== null;
      if (reason === 'buyer' && hasLeft) refuse('order_closed');
      if (isLast) await store.changeOrder(tx, order.id, { reason });
      // Of an order that ends before it is dispatched they are there already.
      if (restocks && !(isLast && !hasLeft)) await returnUnits(tx, order.productId, units);
      await record?.(tx);
    });
  }

  return {
    /** Of all units, before any is dispatched. Throws order_closed. */
    refundForBuyer: (order: store.Order): Promise<void> => refund(order, 'buyer'),

    /**
     * The shop gives the money back, also for goods that came back: of so many units, or all that is left, which ends the
     * order. Asked again under a key it is done once. Throws order_unknown, order_closed, refund_units_invalid,
     * idempotency_key_used.
     */
    async refundForShop(reference: string, { idempotencyKey, ...what }: AskedRefund = {}): Promise<void> {
      const order = (await store.findOrder(database, reference)) ?? refuse('order_unknown');
      const key = idempotencyKey === undefined ? undefined : `order:${reference}:${idempotencyKey}`;
      const before = key === undefined ? undefined : await payments.findRefund(key);
      if (!before) return refund(order, 'shop', { ...what, key });
      const isSame = order.state === 'cancelled' || before.amountPaise === (what.units ?? 0) * order.pricePaise;
      if (!isSame) refuseHttp('idempotency_key_used');
    },
  };
}
