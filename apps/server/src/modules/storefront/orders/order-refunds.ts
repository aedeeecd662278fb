import type { Database, Tx } from '#db/database.ts';
import { refuse as refuseHttp } from '#http/http.refusals.ts';
import { hashOf, newReference } from '#kernel/ids.ts';
import { isOtherRequest, type Payments } from '#modules/payments/index.ts';
import { unitPriceOf } from '../sales/sales.ts';
import { refuse } from '../storefront.refusals.ts';
import type { OrderEffects } from './order-effects.ts';
import { canBecome } from './order-state.ts';
import { returnOrderUnits } from './order-units.ts';
import * as store from './orders.store.ts';

interface OrderRefund {
  /** Missing: all that are left. */
  units?: number | undefined;
  /** True if the goods are back on the shelf. Their installation is for sale again until they are delivered. */
  restocks?: boolean | undefined;
  /** Idempotency key: the refund is made once. */
  key?: string | undefined;
  /** Hash of the request with this key. */
  requestHash?: string | undefined;
  /** Writes the audit entry in the transaction of the refund. */
  record?: ((tx: Tx) => Promise<void>) | undefined;
}

/** A refund requested by staff. Its key identifies a repeat. */
type AskedRefund = Omit<OrderRefund, 'key' | 'requestHash'> & { idempotencyKey?: string | undefined };

/** Refunds orders. The books follow in `reversePayment` of `order-effects.ts`. */
export function createOrderRefunds(
  { database, payments }: { database: Database; payments: Payments },
  lockKnownOrder: OrderEffects['lockKnownOrder'],
) {
  /** Locks the payment before the order, in the same sequence as when a payment arrives. */
  async function refund(
    asked: store.Order,
    reason: 'buyer' | 'shop',
    { units = asked.quantity - asked.refundedUnits, restocks = false, key, requestHash, record }: OrderRefund = {},
  ): Promise<void> {
    const { reference, txnId, state, quantity, refundedUnits } = asked;
    if (txnId === null || !canBecome(state, 'cancelled')) return refuse('order_closed');
    const left = quantity - refundedUnits;
    if (!Number.isInteger(units) || units < 1 || units > left) return refuse('refund_units_invalid', { left });
    const isLast = units === left;
    // A refund of all that is left is made once. Some units can be refunded several times.
    const part = isLast
      ? { key: key ?? `order:${reference}` }
      : { key: key ?? `order:${reference}:${newReference('R')}`, amountPaise: units * unitPriceOf(asked) };
    await database.transaction(async (tx) => {
      const { isRepeat } = await payments.refund(tx, { txnId, reason, requestHash, ...part });
      if (key !== undefined && isRepeat) return;
      const order = await lockKnownOrder(tx, reference);
      // The decision above holds only if nobody has changed the order since.
      const isSameLast = order.state === 'cancelled' && order.reason === null && order.refundedUnits === refundedUnits;
      if (isLast ? !isSameLast : order.state !== state) refuse('order_closed');
      const hasLeft = (order.dispatchedAt ?? order.deliveredAt) !== null;
      if (reason === 'buyer' && hasLeft) refuse('order_closed');
      if (isLast) await store.changeOrder(tx, order.id, { reason });
      // An order that was cancelled before dispatch has returned all its units already. Until the goods arrive nobody
      // can have installed them, so the visit is free for another buyer, wherever the goods are.
      if (!isLast || hasLeft) {
        const returned = { product: restocks, installation: order.deliveredAt === null };
        await returnOrderUnits(tx, { ...order, quantity: units }, returned);
      }
      await record?.(tx);
    });
  }

  return {
    /** Refunds all units before dispatch. Throws order_closed. */
    refundForBuyer: (order: store.Order): Promise<void> => refund(order, 'buyer'),

    /**
     * Refunds some units, or all that are left, which ends the order. Also for returned goods. A repeat with the same
     * key does nothing. Throws order_unknown, order_closed, refund_units_invalid, idempotency_key_used.
     */
    async refundForShop(reference: string, { idempotencyKey, ...what }: AskedRefund = {}): Promise<void> {
      const order = (await store.findOrder(database, reference)) ?? refuse('order_unknown');
      if (idempotencyKey === undefined) return refund(order, 'shop', what);
      const key = `order:${reference}:${idempotencyKey}`;
      const requestHash = hashOf(JSON.stringify({ units: what.units ?? 'all', restocks: what.restocks ?? false }));
      const before = await payments.findRefund(key);
      if (!before) return refund(order, 'shop', { ...what, key, requestHash });
      // The order may have been refunded further since, so what is left of it says nothing about the first request.
      if (isOtherRequest(before, requestHash)) refuseHttp('idempotency_key_used');
    },
  };
}
