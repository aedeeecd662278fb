import type { Database, Tx } from '#db/database.ts';
import { refuse as refuseHttp } from '#http/http.failures.ts';
import { newReference } from '#kernel/ids.ts';
import type { Language } from '#kernel/messages/language.ts';
import { findProduct, returnUnits } from './catalogue.store.ts';
import { createOrderEffects, ORDER_PURPOSE, type OrderEffectsOptions } from './order-effects.ts';
import type { CheckedOrder } from './order-request.ts';
import { canBecome } from './order-state.ts';
import { orderedName } from './ordered-name.ts';
import * as store from './orders.store.ts';
import { placeOrder, reviveOrder, type Buyer, type OrderRules } from './place-order.ts';
import { refuse } from './storefront.failures.ts';

/** While a payment is with the provider the unit is kept this share of its time longer, again and again. */
const RESERVATION_EXTENSION_SHARE = 0.1;

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

export interface OrdersOptions extends OrderEffectsOptions {
  database: Database;
  rules: OrderRules;
  /** The page that a payer of an order comes back to, as a path. */
  page(order: { reference: string; createdAt: Date | undefined; language: Language }, signedUntil: Date): string;
}

/** Orders from the first click to the door: a unit is kept before anybody can pay, and no payment is kept without a unit. */
export function createOrders(options: OrdersOptions) {
  const { database, clock, payments, rules } = options;
  const { lockKnownOrder, isBeingPaid, release, addMessage, ...effects } = createOrderEffects(options);
  payments.definePurpose(ORDER_PURPOSE, {
    ...effects,
    page: async ({ subject: reference }, signedUntil) => {
      const order = await store.findOrder(database, reference);
      return options.page({ reference, createdAt: order?.createdAt, language: order?.language ?? 'en' }, signedUntil);
    },
  });
  /** Orders whose payment is being started: a second click waits for the first. */
  const starting = new Map<string, Promise<string>>();

  /** The address to pay an order at, of the payment under way or of a new one. Throws payment_provider_down. */
  async function paymentUrl(order: store.Order): Promise<string> {
    const underWay = starting.get(order.reference);
    if (underWay) return underWay;
    const start = startPayment(order).finally(() => starting.delete(order.reference));
    starting.set(order.reference, start);
    return start;
  }

  async function startPayment(order: store.Order): Promise<string> {
    const payUrl = order.txnId === null ? undefined : await payments.payUrlOf(order.txnId);
    if (payUrl) return payUrl;
    const { reference, totalPaise, buyerName: name, email, mobile } = order;
    const payment = await payments
      .start({
        purpose: ORDER_PURPOSE,
        subject: reference,
        driverId: undefined,
        amountPaise: totalPaise,
        label: orderedName(order),
        customer: { name, email, mobile },
        isHosted: true,
      })
      .catch(async (error: unknown) => {
        await withOrder(reference, async (tx, locked) => {
          if (locked.state !== 'awaiting_payment' || (await isBeingPaid(tx, locked))) return;
          await release(tx, locked, 'payment_provider_down');
        });
        throw error;
      });
    await withOrder(reference, async (tx, locked) => {
      // An earlier payment came in meanwhile, or the buyer called it off: nobody is told where to pay this one.
      if (locked.state !== 'awaiting_payment') refuse('order_closed');
      const reservedUntil = new Date(clock.now().getTime() + rules.reservationTtlMs);
      await store.changeOrder(tx, locked.id, { txnId: payment.txnId, reservedUntil });
    });
    return payment.order.payUrl;
  }

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

  async function withOrder<T>(reference: string, task: (tx: Tx, order: store.Order) => Promise<T>): Promise<T> {
    return database.transaction(async (tx) => task(tx, await lockKnownOrder(tx, reference)));
  }

  async function pay(reference: string): Promise<string> {
    const order = await withOrder(reference, async (tx, locked) => {
      if (locked.state === 'awaiting_payment') {
        if (locked.paymentCancelledAt) await store.changeOrder(tx, locked.id, { paymentCancelledAt: null });
        return locked;
      }
      await reviveOrder(tx, locked, { now: clock.now(), rules });
      return (await store.findOrder(tx, reference)) ?? locked;
    });
    return paymentUrl(order);
  }

  /** Answers whether there was one. In a transaction of its own, so that products are never locked in two orders. */
  async function releaseNextOverdue(tx: Tx): Promise<boolean> {
    const now = clock.now();
    const order = await store.claimOverdueOrder(tx, now);
    if (!order) return false;
    if (await isBeingPaid(tx, order)) {
      const reservedUntil = new Date(now.getTime() + rules.reservationTtlMs * RESERVATION_EXTENSION_SHARE);
      await store.changeOrder(tx, order.id, { reservedUntil });
    } else await release(tx, order, 'not_paid');
    return true;
  }

  return {
    /**
     * Takes an order and answers where to pay it. Throws what `placeOrder` throws, payment_provider_down, and
     * order_closed for a repeat of an order that is paid or cancelled.
     */
    async place(
      asked: CheckedOrder,
      buyer: Buyer,
    ): Promise<{ reference: string; paymentUrl: string; reservedUntil: Date }> {
      const order = await database.transaction((tx) => placeOrder(tx, asked, buyer, { now: clock.now(), rules }));
      const { reference } = order;
      const paymentUrl = await pay(reference);
      const { reservedUntil } = (await store.findOrder(database, reference)) ?? order;
      return { reference, paymentUrl, reservedUntil };
    },

    /**
     * Where to pay an order that awaits payment, or that was released while there is stock. Throws order_unknown,
     * order_closed, out_of_stock, too_many_orders, payment_provider_down.
     */
    pay,

    /** The order of that reference; undefined where there is none. */
    find: (reference: string): Promise<store.Order | undefined> => store.findOrder(database, reference),

    /** The buyer ends an order before it is dispatched; what was paid goes back. Throws order_unknown, order_closed. */
    async cancel(reference: string): Promise<void> {
      const before = await withOrder(reference, async (tx, order) => {
        if (order.state === 'awaiting_payment') await release(tx, order, 'buyer');
        return order;
      });
      if (before.state === 'awaiting_payment') return;
      if (before.state !== 'paid') refuse('order_closed');
      await refund(before, 'buyer');
    },

    /**
     * The shop gives the money back, also for goods that came back: of so many units, or all that is left, which ends the
     * order. Asked again under a key it is done once. Throws order_unknown, order_closed, refund_units_invalid,
     * idempotency_key_used.
     */
    async refund(reference: string, { idempotencyKey, ...what }: AskedRefund = {}): Promise<void> {
      const order = (await store.findOrder(database, reference)) ?? refuse('order_unknown');
      const key = idempotencyKey === undefined ? undefined : `order:${reference}:${idempotencyKey}`;
      const before = key === undefined ? undefined : await payments.findRefund(key);
      if (!before) return refund(order, 'shop', { ...what, key });
      const isSame = order.state === 'cancelled' || before.amountPaise === (what.units ?? 0) * order.pricePaise;
      if (!isSame) refuseHttp('idempotency_key_used');
    },

    /** Throws order_unknown, order_closed. */
    async dispatch(reference: string, parcel: { carrier: string; docket: string }): Promise<void> {
      await withOrder(reference, async (tx, order) => {
        if (!canBecome(order.state, 'dispatched')) refuse('order_closed');
        await store.changeOrder(tx, order.id, { state: 'dispatched', dispatchedAt: clock.now(), ...parcel });
        await addMessage(tx, order, 'dispatched');
      });
    },

    /** Goods have arrived, or a service is done, which needs no parcel before. Throws order_unknown, order_closed. */
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

    /** Releases the units of orders that were not paid in time; one whose payment is with the provider keeps it. */
    async releaseOverdue(): Promise<void> {
      let hasMore = true;
      while (hasMore) hasMore = await database.transaction(releaseNextOverdue);
    },
  };
}
