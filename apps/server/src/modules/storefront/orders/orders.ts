import type { Database, Tx } from '#db/database.ts';
import { createKeyedQueue } from '#kernel/keyed-queue.ts';
import type { Language } from '#kernel/messages/language.ts';
import { findProduct } from '../catalogue/catalogue.store.ts';
import { refuse } from '../storefront.refusals.ts';
import { createOrderEffects, ORDER_PURPOSE, type OrderEffectsOptions } from './order-effects.ts';
import { createOrderPayments } from './order-payments.ts';
import { createOrderRefunds } from './order-refunds.ts';
import type { CheckedOrder } from './order-request.ts';
import { canBecome } from './order-state.ts';
import * as store from './orders.store.ts';
import { placeOrder, type Buyer, type OrderRules } from './place-order.ts';

/** While a payment is with the provider, the reservation is extended by this share of its time, again and again. */
const RESERVATION_EXTENSION_SHARE = 0.1;

export interface OrdersOptions extends OrderEffectsOptions {
  database: Database;
  rules: OrderRules;
  /** The path of the page to which the payer of an order returns. */
  page(order: { reference: string; createdAt: Date | undefined; language: Language }, signedUntil: Date): string;
}

/**
 * Orders, from placing to delivery. Units are reserved before anyone can pay, and no payment is kept without a unit.
 */
export function createOrders(options: OrdersOptions) {
  const { database, clock, payments, rules } = options;
  const { lockKnownOrder, isBeingPaid, releaseUnits, addMessage, ...effects } = createOrderEffects(options);
  const { withOrder, continuePayment } = createOrderPayments(options, { lockKnownOrder, isBeingPaid, releaseUnits });
  const refunds = createOrderRefunds(options, lockKnownOrder);
  payments.definePurpose(ORDER_PURPOSE, {
    ...effects,
    pagePath: async ({ subject: reference }, signedUntil) => {
      const order = await store.findOrder(database, reference);
      return options.page({ reference, createdAt: order?.createdAt, language: order?.language ?? 'en' }, signedUntil);
    },
  });
  /**
   * Orders of one address take turns in the database anyway. Here they do so before they take a connection, so that an
   * address with many orders leaves the connections to others.
   */
  const turns = createKeyedQueue();

  /**
   * Returns true if there was one. Each is released in its own transaction, so that products are never locked in two
   * sequences.
   */
  async function releaseNextOverdue(tx: Tx): Promise<boolean> {
    const now = clock.now();
    const order = await store.claimOverdueOrder(tx, now);
    if (!order) return false;
    if (await isBeingPaid(tx, order)) {
      const reservedUntil = new Date(now.getTime() + rules.reservationTtlMs * RESERVATION_EXTENSION_SHARE);
      await store.changeOrder(tx, order.id, { reservedUntil });
    } else await releaseUnits(tx, order, 'not_paid');
    return true;
  }

  return {
    /**
     * Places an order and returns the URL to pay it. Throws what `placeOrder` throws, payment_provider_down, and
     * order_closed for a repeat of an order that is paid or cancelled.
     */
    async place(
      asked: CheckedOrder,
      buyer: Buyer,
    ): Promise<{ reference: string; paymentUrl: string; reservedUntil: Date }> {
      const order = await turns.run(buyer.networkAddress, () =>
        database.transaction((tx) => placeOrder(tx, asked, buyer, { now: clock.now(), rules })),
      );
      const { reference } = order;
      const paymentUrl = await continuePayment(reference);
      const { reservedUntil } = (await store.findOrder(database, reference)) ?? order;
      return { reference, paymentUrl, reservedUntil };
    },

    /**
     * The URL to pay an order that awaits payment, or that was released while there is stock. Throws order_unknown,
     * order_closed, out_of_stock, too_many_orders, payment_provider_down.
     */
    pay: continuePayment,

    /** Finds an order by its reference. Undefined if there is none. */
    find: (reference: string): Promise<store.Order | undefined> => store.findOrder(database, reference),

    /** Cancels an order for its buyer before dispatch, and refunds it. Throws order_unknown, order_closed. */
    async cancel(reference: string): Promise<void> {
      const before = await withOrder(reference, async (tx, order) => {
        if (order.state === 'awaiting_payment') await releaseUnits(tx, order, 'buyer');
        return order;
      });
      if (before.state === 'awaiting_payment') return;
      if (before.state !== 'paid') refuse('order_closed');
      await refunds.refundForBuyer(before);
    },

    /** See `refundForShop`. */
    refund: refunds.refundForShop,

    /** Throws order_unknown, order_closed. */
    async dispatch(reference: string, parcel: { carrier: string; docket: string }): Promise<void> {
      await withOrder(reference, async (tx, order) => {
        if (!canBecome(order.state, 'dispatched')) refuse('order_closed');
        await store.changeOrder(tx, order.id, { state: 'dispatched', dispatchedAt: clock.now(), ...parcel });
        await addMessage(tx, order, 'dispatched');
      });
    },

    /** Marks goods as arrived, or a service as done, which needs no dispatch. Throws order_unknown, order_closed. */
    async markDelivered(reference: string): Promise<void> {
      await withOrder(reference, async (tx, order) => {
        if (!canBecome(order.state, 'delivered')) refuse('order_closed');
        const isSent = order.state === 'dispatched';
        if (!isSent && (await findProduct(tx, order.productId))?.category !== 'service') refuse('order_closed');
        await store.changeOrder(tx, order.id, { state: 'delivered', deliveredAt: clock.now() });
        await addMessage(tx, order, 'delivered');
      });
    },

    /** Orders, newest first. */
    list: (state: store.Order['state'] | undefined, limit: number) => store.listOrders(database, state, limit),

    /**
     * Releases the units of orders that were not paid in time. An order whose payment is with the provider keeps them.
     */
    async releaseOverdue(): Promise<void> {
      let hasMore = true;
      while (hasMore) hasMore = await database.transaction(releaseNextOverdue);
    },
  };
}
