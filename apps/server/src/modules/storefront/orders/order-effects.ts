import { taxedSum, type TaxedAmount } from '@bijli/contract/taxed-amount';
import type { Tx } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { DAY_MS } from '#kernel/durations.ts';
import { getHomeSupplier, getSupplierOfDocument } from '#modules/invoices/index.ts';
import { reversedRevenueLines, type Line } from '#modules/ledger/index.ts';
import type { SettledPayment, Payments } from '#modules/payments/index.ts';
import { issueCreditNote, issueSaleInvoice, listSaleInvoices } from '../sales/sale-documents.ts';
import { unitPriceOf, unrefundedPaise, recordSale, refundPriceOf, saleLinesOf, salePriceOf } from '../sales/sales.ts';
import { refuse } from '../storefront.refusals.ts';
import type { BuyerMessageKind } from '../storefront.tables.ts';
import { canBecome, canBePaid } from './order-state.ts';
import { returnOrderUnits, takeOrderUnits } from './order-units.ts';
import * as store from './orders.store.ts';

export const ORDER_PURPOSE = 'order';
/**
 * A payment whose provider is silent for this long after its end no longer reserves a unit. If it arrives later, it is
 * used or refunded.
 */
const PAYMENT_SILENCE_MS = DAY_MS;

export interface OrderEffectsOptions {
  clock: Clock;
  payments: Payments;
}

type ReleaseReason = 'payment_failed' | 'not_paid' | 'payment_provider_down' | 'buyer';

export type OrderEffects = ReturnType<typeof createOrderEffects>;

/** What payments, failed payments and refunds do to orders, in the transaction that settles the payment. */
export function createOrderEffects({ clock, payments }: OrderEffectsOptions) {
  const addMessage = (
    tx: Tx,
    order: store.Order,
    kind: BuyerMessageKind,
    amountPaise = order.totalPaise,
  ): Promise<void> => store.insertBuyerMessage(tx, { orderId: order.id, kind, amountPaise, dueAt: clock.now() });

  async function lockKnownOrder(tx: Tx, reference: string): Promise<store.Order> {
    return (await store.lockOrder(tx, reference)) ?? refuse('order_unknown');
  }

  /** Applies a payment to its order. Refuses one that came too late for its units, or twice. It is then refunded. */
  async function applyPayment(tx: Tx, payment: SettledPayment): Promise<void> {
    const order = await lockKnownOrder(tx, payment.subject);
    if (!canBePaid(order)) refuse('order_closed');
    if (order.state === 'released' && !(await takeOrderUnits(tx, order))) refuse('out_of_stock', { left: 0 });
    const now = clock.now();
    const supplier = await getHomeSupplier(tx);
    const lines = saleLinesOf(order).map((line) => ({ line, price: salePriceOf(line, order, supplier.state) }));
    const change = { state: 'paid', txnId: payment.txnId, paidAt: now, reason: null, closedAt: null } as const;
    await store.changeOrder(tx, order.id, change);
    await recordSale(tx, order.reference, { payment, price: taxedSum(lines.map(({ price }) => price)), at: now });
    for (const line of lines) await issueSaleInvoice(tx, { ...order, ...change }, { supplier, ...line, at: now });
    await addMessage(tx, order, 'paid');
  }

  /**
   * Reverses the refunded part of a sale, with a credit note: some of its units, or all that is left, which ends the
   * order. Throws order_closed, refund_units_invalid.
   */
  async function reversePayment(tx: Tx, payment: SettledPayment, amountPaise: number): Promise<Line[]> {
    const order = await lockKnownOrder(tx, payment.subject);
    if (!canBecome(order.state, 'cancelled') || order.txnId !== payment.txnId) refuse('order_closed');
    const { quantity, refundedUnits } = order;
    const isLast = amountPaise === unrefundedPaise(order);
    const left = quantity - refundedUnits;
    const units = isLast ? left : amountPaise / unitPriceOf(order);
    if (!Number.isInteger(units) || (!isLast && units >= left)) refuse('refund_units_invalid', { left });
    const now = clock.now();
    const change = isLast ? ({ state: 'cancelled', closedAt: now } as const) : { refundedUnits: refundedUnits + units };
    await store.changeOrder(tx, order.id, change);
    // Goods that were dispatched come back on another day, if at all.
    if (isLast && order.state === 'paid') await returnOrderUnits(tx, { ...order, quantity: units });
    const prices: TaxedAmount[] = [];
    const invoices = await listSaleInvoices(tx, order);
    for (const [index, line] of saleLinesOf(order).entries()) {
      const against = invoices[index];
      if (!against) throw new Error(`The order ${order.reference} has no invoice for ${line.description}.`);
      const supplier = await getSupplierOfDocument(tx, against);
      const price = refundPriceOf(units, line, order, supplier.state);
      await issueCreditNote(tx, { ...order, quantity: units }, { supplier, line, price, at: now, against });
      prices.push(price);
    }
    await addMessage(tx, order, isLast ? 'cancelled' : 'units_refunded', amountPaise);
    return reversedRevenueLines(taxedSum(prices));
  }

  /** Handles a failed payment: the order loses its units, unless another payment is in progress. */
  async function noteEnded(tx: Tx, { subject }: Pick<SettledPayment, 'subject'>): Promise<void> {
    const order = await store.lockOrder(tx, subject);
    if (order?.state !== 'awaiting_payment' || (await isBeingPaid(tx, order))) return;
    await releaseUnits(tx, order, order.paymentCancelledAt === null ? 'payment_failed' : 'not_paid');
  }

  /**
   * Handles a buyer who came back without paying. The units stay reserved until their time is over, so that they can
   * try again.
   */
  async function noteCancelled(tx: Tx, { subject }: Pick<SettledPayment, 'subject'>): Promise<void> {
    const order = await store.lockOrder(tx, subject);
    if (order?.state !== 'awaiting_payment') return;
    await store.changeOrder(tx, order.id, { paymentCancelledAt: clock.now() });
  }

  /** Handles a payment that cannot be used. */
  async function noteUnallocated(
    tx: Tx,
    { subject, paidPaise }: { subject: string; paidPaise: number },
  ): Promise<void> {
    const order = await store.lockOrder(tx, subject);
    if (order) await addMessage(tx, order, 'refunded', paidPaise);
  }

  /** True if a payment of the order may still arrive. */
  function isBeingPaid(tx: Tx, { reference }: store.Order): Promise<boolean> {
    return payments.hasPendingForSubject(
      tx,
      ORDER_PURPOSE,
      reference,
      new Date(clock.now().getTime() - PAYMENT_SILENCE_MS),
    );
  }

  /** Releases the units of an unpaid order. */
  async function releaseUnits(tx: Tx, order: store.Order, reason: ReleaseReason): Promise<void> {
    await store.changeOrder(tx, order.id, { state: 'released', reason, closedAt: clock.now() });
    await returnOrderUnits(tx, order);
    // For other reasons the buyer is looking at the page. Sent once, because anyone can order under another person's
    // number, again and again.
    if (reason !== 'payment_failed' && reason !== 'not_paid') return;
    if (!(await store.hasBuyerMessage(tx, order.id, 'released'))) await addMessage(tx, order, 'released');
  }

  return {
    applyPayment,
    reversePayment,
    noteEnded,
    noteCancelled,
    noteUnallocated,
    lockKnownOrder,
    isBeingPaid,
    releaseUnits,
    addMessage,
  };
}
