import type { Database, Tx } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import type { Payments } from '#modules/payments/index.ts';
import { refuse } from '../storefront.refusals.ts';
import { ORDER_PURPOSE, type OrderEffects } from './order-effects.ts';
import { canStartPayment } from './order-state.ts';
import { orderedName } from './ordered-name.ts';
import * as store from './orders.store.ts';
import { takeUnitsAgain, type OrderRules } from './place-order.ts';

interface OrderPaymentsOptions {
  database: Database;
  clock: Clock;
  payments: Payments;
  rules: OrderRules;
}

/** Starts the payments of orders. Their outcome is handled in `order-effects.ts`. */
export function createOrderPayments(
  { database, clock, payments, rules }: OrderPaymentsOptions,
  { lockKnownOrder, isBeingPaid, releaseUnits }: Pick<OrderEffects, 'lockKnownOrder' | 'isBeingPaid' | 'releaseUnits'>,
) {
  /** Orders whose payment is being started. A second click waits for the first. */
  const starting = new Map<string, Promise<string>>();

  async function withOrder<T>(reference: string, task: (tx: Tx, order: store.Order) => Promise<T>): Promise<T> {
    return database.transaction(async (tx) => task(tx, await lockKnownOrder(tx, reference)));
  }

  /** The URL to pay an order, of the payment in progress or of a new one. Throws payment_provider_down. */
  async function paymentUrl(order: store.Order): Promise<string> {
    const underWay = starting.get(order.reference);
    if (underWay) return underWay;
    const start = startPayment(order).finally(() => starting.delete(order.reference));
    starting.set(order.reference, start);
    return start;
  }

  async function startPayment(order: store.Order): Promise<string> {
    const payUrl = order.txnId === null ? undefined : await payments.findPayUrl(order.txnId);
    if (payUrl) return payUrl;
    const { reference, totalPaise, buyerName: name, email, mobile } = order;
    const payment = await payments
      .start({
        purpose: ORDER_PURPOSE,
        subject: reference,
        driverId: undefined,
        amountPaise: totalPaise,
        // The payment's own number is another one.
        label: `${reference}: ${orderedName(order)}`,
        customer: { name, email, mobile },
        isHosted: true,
      })
      .catch(async (error: unknown) => {
        await withOrder(reference, async (tx, locked) => {
          if (locked.state !== 'awaiting_payment' || (await isBeingPaid(tx, locked))) return;
          await releaseUnits(tx, locked, 'payment_provider_down');
        });
        throw error;
      });
    await withOrder(reference, async (tx, locked) => {
      // An earlier payment has arrived meanwhile, or the buyer has cancelled, so this payment is not offered.
      if (locked.state !== 'awaiting_payment') refuse('order_closed');
      const reservedUntil = new Date(clock.now().getTime() + rules.reservationTtlMs);
      await store.changeOrder(tx, locked.id, { txnId: payment.txnId, reservedUntil });
    });
    return payment.order.payUrl;
  }

  /**
   * The URL to pay an order that awaits payment, or that was released while there is stock. Throws order_unknown,
   * order_closed, out_of_stock, too_many_orders, payment_provider_down.
   */
  async function continuePayment(reference: string): Promise<string> {
    const order = await withOrder(reference, async (tx, locked) => {
      const refunds = await payments.listRefundsOfSubject(tx, ORDER_PURPOSE, reference);
      if (!canStartPayment(locked, refunds.length > 0)) refuse('order_closed');
      if (locked.state === 'awaiting_payment') {
        if (locked.paymentCancelledAt) await store.changeOrder(tx, locked.id, { paymentCancelledAt: null });
        return locked;
      }
      await takeUnitsAgain(tx, locked, { now: clock.now(), rules });
      return (await store.findOrder(tx, reference)) ?? locked;
    });
    return paymentUrl(order);
  }

  return { withOrder, continuePayment };
}
