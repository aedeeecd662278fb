import type { Database, Tx } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { refuse } from '#kernel/failure.ts';
import type { Payment, Payments } from '#modules/payments/index.ts';
import type { Repayment, Wallet } from '#modules/wallet/index.ts';
import { returnUnit, takeUnit } from './catalogue.store.ts';
import { goodsBill, type GoodsBill } from './figures.ts';
import type { SoundOrder } from './order-request.ts';
import { mayBecome } from './order-state.ts';
import * as store from './orders.store.ts';
import { placeOrder, reviveOrder, type Buyer, type OrderRules } from './place-order.ts';

const OVERDUE_AT_ONCE = 20;
/** While a payment is with the provider the unit is kept this share of its time longer, again and again. */
const EXTENSION = 0.1;
export const PURPOSE = 'order';

export interface OrdersOptions {
  database: Database;
  clock: Clock;
  wallet: Wallet;
  payments: Payments;
  /** Issues the tax documents of a sale in its transaction. */
  documents: OrderDocuments;
  rules: OrderRules;
  /** State of the supplier, for the place of supply. */
  supplierState: string;
  /** The page of an order, as a path. */
  page(reference: string): string;
}

/** A sale's papers. */
export interface OrderDocuments {
  invoice(tx: Tx, order: store.Order, bill: GoodsBill, at: Date): Promise<void>;
  creditNote(tx: Tx, order: store.Order, bill: GoodsBill, at: Date): Promise<void>;
}

type ReleaseReason = 'payment_failed' | 'not_paid' | 'payment_provider_down' | 'buyer';

export type Orders = ReturnType<typeof createOrders>;

/** Orders from the first click to the door: a unit is kept before anybody can pay, and no payment is kept without a unit. */
export function createOrders(options: OrdersOptions) {
  const { database, clock, wallet, payments, documents, rules } = options;
  /** Orders whose payment is being started: a second click waits for the first. */
  const starting = new Map<string, Promise<string>>();

  payments.define(PURPOSE, {
    paid,
    takeBack,
    ended,
    async unwanted(tx, payment) {
      const order = await store.lockOrder(tx, payment.subject);
      if (order) await tell(tx, order, 'refunded');
    },
    page: ({ subject }) => options.page(subject),
  });

  const billOf = ({ totalPaise, gstRate, buyerState }: store.Order): GoodsBill =>
    goodsBill(totalPaise, gstRate, (buyerState ?? options.supplierState) === options.supplierState);

  const tell = (tx: Tx, order: store.Order, kind: store.MessageKind): Promise<void> =>
    store.putMessage(tx, { orderId: order.id, kind, dueAt: clock.now() });

  async function ownOrder(tx: Tx, reference: string): Promise<store.Order> {
    return (await store.lockOrder(tx, reference)) ?? refuse('order_unknown');
  }

  /** What a payment brings about. Refuses one that came too late for a unit, or for the second time: it goes back. */
  async function paid(tx: Tx, payment: Payment): Promise<void> {
    const order = await ownOrder(tx, payment.subject);
    if (!mayBecome(order.state, 'paid')) refuse('order_closed');
    // Whoever has called it off does not want it any more, however late the bank is.
    if (order.reason === 'buyer') refuse('order_closed');
    if (order.state === 'released' && !(await takeUnit(tx, order.productId))) refuse('out_of_stock');
    const now = clock.now();
    const bill = billOf(order);
    const { provider, providerPaymentId, txnId } = payment;
    const change = { state: 'paid', txnId, paidAt: now, reason: null, closedAt: null } as const;
    await store.changeOrder(tx, order.id, change);
    await wallet.recordSale(tx, { reference: order.reference, provider, providerPaymentId, bill });
    await documents.invoice(tx, { ...order, ...change }, bill, now);
    await tell(tx, order, 'paid');
  }

  /** Undoes a sale whose money goes back: the order ends, with a credit note. Throws order_closed. */
  async function takeBack(tx: Tx, payment: Payment, repayment: Repayment): Promise<void> {
    const order = await ownOrder(tx, payment.subject);
    if (!mayBecome(order.state, 'cancelled') || order.txnId !== payment.txnId) refuse('order_closed');
    if (repayment.amountPaise !== order.totalPaise)
      throw new Error(`The order ${order.reference} is refunded in part.`);
    const now = clock.now();
    const bill = billOf(order);
    await store.changeOrder(tx, order.id, { state: 'cancelled', closedAt: now });
    // What has left the house comes back on another day, if at all.
    if (order.state === 'paid') await returnUnit(tx, order.productId);
    await wallet.returnSale(tx, repayment, bill);
    await documents.creditNote(tx, order, bill, now);
    await tell(tx, order, 'cancelled');
  }

  /** A payment came to nothing: its order loses the unit, unless another payment is still under way. */
  async function ended(tx: Tx, { txnId, subject }: Pick<Payment, 'txnId' | 'subject'>): Promise<void> {
    const order = await store.lockOrder(tx, subject);
    if (order?.state === 'awaiting_payment' && order.txnId === txnId) await release(tx, order, 'payment_failed');
  }

  async function release(tx: Tx, order: store.Order, reason: ReleaseReason): Promise<void> {
    await store.changeOrder(tx, order.id, { state: 'released', reason, closedAt: clock.now() });
    await returnUnit(tx, order.productId);
    // In the other cases the buyer is looking at it.
    if (reason === 'payment_failed' || reason === 'not_paid') await tell(tx, order, 'released');
  }

  /** The address to pay an order at, of the payment under way or of a new one. Throws payment_provider_down. */
  async function paymentUrl(order: store.Order): Promise<string> {
    const underWay = starting.get(order.reference);
    if (underWay) return underWay;
    const start = startPayment(order).finally(() => starting.delete(order.reference));
    starting.set(order.reference, start);
    return start;
  }

  async function startPayment(order: store.Order): Promise<string> {
    const open = order.txnId === null ? undefined : await payments.payableAt(order.txnId);
    if (open) return open;
    const { reference, totalPaise, productName, buyerName: name, email, mobile } = order;
    const started = await payments
      .start({
        purpose: PURPOSE,
        subject: reference,
        driverId: undefined,
        amountPaise: totalPaise,
        label: productName,
        customer: { name, email, mobile },
        hosted: true,
      })
      .catch(async (error: unknown) => {
        await withOrder(reference, async (tx, locked) => {
          if (locked.state === 'awaiting_payment') await release(tx, locked, 'payment_provider_down');
        });
        throw error;
      });
    await withOrder(reference, async (tx, locked) => {
      const reservedUntil = new Date(clock.now().getTime() + rules.keepMs);
      await store.changeOrder(tx, locked.id, { txnId: started.txnId, reservedUntil });
    });
    return started.order.payUrl;
  }

  /** The payment is locked before the order, as it is when a payment comes in. */
  async function refund({ reference, txnId, state }: store.Order, reason: 'buyer' | 'shop'): Promise<void> {
    if (txnId === null || !mayBecome(state, 'cancelled')) return refuse('order_closed');
    await database.transaction(async (tx) => {
      await payments.refund(tx, { txnId, key: `order:${reference}`, reason });
      const order = await ownOrder(tx, reference);
      if (order.state !== 'cancelled') refuse('order_closed');
      if (reason === 'buyer' && order.dispatchedAt !== null) refuse('order_closed');
      await store.changeOrder(tx, order.id, { reason });
    });
  }

  async function withOrder<T>(reference: string, deed: (tx: Tx, order: store.Order) => Promise<T>): Promise<T> {
    return database.transaction(async (tx) => deed(tx, await ownOrder(tx, reference)));
  }

  return {
    /**
     * Takes an order and answers where to pay it. Throws what `placeOrder` throws, payment_provider_down, and
     * order_closed for a repeat of an order that is paid or cancelled.
     */
    async place(asked: SoundOrder, buyer: Buyer): Promise<{ reference: string; paymentUrl: string }> {
      const order = await database.transaction((tx) => placeOrder(tx, asked, buyer, { now: clock.now(), rules }));
      return { reference: order.reference, paymentUrl: await this.pay(order.reference) };
    },

    /** Where to pay an order that awaits payment, or that was released while there is stock. Throws order_unknown, order_closed, out_of_stock, payment_provider_down. */
    async pay(reference: string): Promise<string> {
      const order = await withOrder(reference, async (tx, locked) => {
        if (locked.state === 'awaiting_payment') return locked;
        await reviveOrder(tx, locked, { now: clock.now(), rules });
        return (await store.findOrder(tx, reference)) ?? locked;
      });
      return paymentUrl(order);
    },

    find: (reference: string): Promise<store.Order | undefined> => store.findOrder(database, reference),

    /** The buyer ends an order before it is dispatched; what was paid goes back. Throws order_unknown, order_closed. */
    async cancel(reference: string): Promise<void> {
      const order = (await store.findOrder(database, reference)) ?? refuse('order_unknown');
      if (order.state === 'awaiting_payment') {
        return withOrder(reference, async (tx, locked) => {
          if (locked.state !== 'awaiting_payment') refuse('order_closed');
          await release(tx, locked, 'buyer');
        });
      }
      if (order.state !== 'paid') refuse('order_closed');
      await refund(order, 'buyer');
    },

    /** The shop gives the money back, also for goods that came back. Throws order_unknown, order_closed. */
    async refund(reference: string): Promise<void> {
      await refund((await store.findOrder(database, reference)) ?? refuse('order_unknown'), 'shop');
    },

    /** Throws order_unknown, order_closed. */
    async dispatch(reference: string, parcel: { carrier: string; docket: string }): Promise<void> {
      await withOrder(reference, async (tx, order) => {
        if (!mayBecome(order.state, 'dispatched')) refuse('order_closed');
        await store.changeOrder(tx, order.id, { state: 'dispatched', dispatchedAt: clock.now(), ...parcel });
        await tell(tx, order, 'dispatched');
      });
    },

    /** Throws order_unknown, order_closed. */
    async delivered(reference: string): Promise<void> {
      await withOrder(reference, async (tx, order) => {
        if (!mayBecome(order.state, 'delivered')) refuse('order_closed');
        await store.changeOrder(tx, order.id, { state: 'delivered', deliveredAt: clock.now() });
      });
    },

    list: (state: store.Order['state'] | undefined, limit: number) => store.listOrders(database, state, limit),

    /** Releases the units of orders that were not paid in time; one whose payment is with the provider keeps it. */
    async releaseOverdue(): Promise<void> {
      await database.transaction(async (tx) => {
        const now = clock.now();
        for (const order of await store.claimOverdue(tx, now, OVERDUE_AT_ONCE)) {
          if (await payments.anyPending(tx, PURPOSE, order.reference)) {
            await store.changeOrder(tx, order.id, {
              reservedUntil: new Date(now.getTime() + rules.keepMs * EXTENSION),
            });
          } else await release(tx, order, 'not_paid');
        }
      });
    },
  };
}
