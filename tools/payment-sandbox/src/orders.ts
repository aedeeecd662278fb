import { randomBytes, randomInt } from 'node:crypto';
import type { QuirkSwitches } from './quirks.ts';

export type Provider = 'phonepe' | 'razorpay' | 'payu';
export type State = 'PENDING' | 'COMPLETED' | 'FAILED';

/** One attempt to pay an order. */
export interface Attempt {
  transactionId: string;
  amountPaise: number;
  /** AUTHORIZED is a state of Razorpay, until the merchant captures the payment. */
  state: State | 'AUTHORIZED';
  /** Time of the attempt. */
  atMs: number;
  error?: OrderError;
}

export interface OrderError {
  code: string;
  detail: string;
}

export interface Order {
  provider: Provider;
  /** The merchant's own id. */
  merchantOrderId: string;
  /** The provider's id. */
  orderId: string;
  amountPaise: number;
  message: string;
  redirectUrl: string;
  state: State;
  error?: OrderError;
  attempts: Attempt[];
  /** Epoch milliseconds. Infinite when orders do not expire. */
  expiresAtMs: number;
  /** Razorpay's id of the payment link that the order belongs to. */
  linkId?: string;
  /** The form that the payer's browser posted to PayU. */
  form?: Record<string, string>;
}

export interface Refund {
  merchantRefundId: string;
  refundId: string;
  merchantOrderId: string;
  /** The payment that is refunded. PhonePe refunds orders. */
  transactionId?: string;
  amountPaise: number;
  state: State;
}

/** Prefixes of the ids of orders, payments and refunds. PayU's ids are plain numbers. */
const PREFIX = {
  phonepe: { order: 'OMO', payment: 'OM', refund: 'OMR' },
  razorpay: { order: 'order_', payment: 'pay_', refund: 'rfnd_' },
};

export const CANCELLED: OrderError = { code: 'USER_CANCELLED', detail: 'userCancelled' };
const DECLINED: OrderError = { code: 'AUTHORIZATION_ERROR', detail: 'ZM' };
const NOT_FINISHED: OrderError = { code: 'TXN_NOT_COMPLETED', detail: 'TXN_AUTO_FAILED' };

/** All orders and refunds of this sandbox, in memory. */
export class OrderBook {
  readonly #orders = new Map<string, Order>();
  readonly #refunds = new Map<string, Refund>();
  readonly #quirks: QuirkSwitches;
  readonly #now: () => number;

  constructor(quirks: QuirkSwitches, now: () => number) {
    this.#quirks = quirks;
    this.#now = now;
  }

  add(
    fields: Pick<Order, 'provider' | 'merchantOrderId' | 'amountPaise' | 'message' | 'redirectUrl' | 'linkId' | 'form'>,
    lifeMs: number,
  ): Order {
    const order: Order = {
      ...fields,
      orderId: newId(fields.provider, 'order'),
      state: 'PENDING',
      attempts: [],
      expiresAtMs: this.#now() + lifeMs,
    };
    this.#orders.set(order.merchantOrderId, order);
    return order;
  }

  /** The order in its present state. An order that has expired has failed. */
  get(merchantOrderId: string): Order | undefined {
    const order = this.#orders.get(merchantOrderId);
    if (order?.state === 'PENDING' && this.#now() >= order.expiresAtMs) {
      order.state = 'FAILED';
      order.error = NOT_FINISHED;
    }
    return order;
  }

  byOrderId(orderId: string): Order | undefined {
    const order = [...this.#orders.values()].find((each) => each.orderId === orderId);
    return order && this.get(order.merchantOrderId);
  }

  byPayment(transactionId: string): { order: Order; attempt: Attempt } | undefined {
    for (const order of this.#orders.values()) {
      const attempt = order.attempts.find((each) => each.transactionId === transactionId);
      if (attempt) return { order, attempt };
    }
    return undefined;
  }

  all(): Order[] {
    return [...this.#orders.keys()].flatMap((id) => this.get(id) ?? []);
  }

  /** Pays an order. The order's quirks decide the result. */
  pay(order: Order): void {
    const quirks = this.#quirks.of(order.merchantOrderId);
    if (quirks.outOfOrder) this.#attempt(order, 'FAILED', DECLINED);
    if (quirks.declines || quirks.lateAuthorisation) return this.fail(order);
    if (quirks.uncaptured) return this.#attempt(order, 'AUTHORIZED');
    this.#attempt(order, 'COMPLETED');
    this.#complete(order);
  }

  /** Captures a payment that was only authorized. */
  capture({ order, attempt }: { order: Order; attempt: Attempt }): void {
    attempt.state = 'COMPLETED';
    this.#complete(order);
  }

  /** Fails an order: the bank or the payer declined. */
  fail(order: Order, error = DECLINED): void {
    this.#attempt(order, 'FAILED', error);
    order.state = 'FAILED';
    order.error = error;
  }

  /** The bank approves an order that had failed. */
  authoriseLate(order: Order): void {
    const last = order.attempts.at(-1);
    if (order.provider === 'phonepe' || !last) this.#attempt(order, 'COMPLETED');
    else {
      // With the other providers the failed payment itself becomes successful.
      last.state = 'COMPLETED';
      delete last.error;
    }
    this.#complete(order);
  }

  #complete(order: Order): void {
    order.state = 'COMPLETED';
    delete order.error;
  }

  #attempt(order: Order, state: Attempt['state'], error?: OrderError): void {
    const short = this.#quirks.of(order.merchantOrderId).wrongAmount ? 100 : 0;
    order.attempts.push({
      transactionId: newId(order.provider, 'payment'),
      amountPaise: order.amountPaise - short,
      state,
      atMs: this.#now(),
      ...(error && { error }),
    });
  }

  addRefund(fields: Omit<Refund, 'refundId' | 'state'>): Refund {
    const provider = this.#orders.get(fields.merchantOrderId)?.provider ?? 'phonepe';
    const refund: Refund = { ...fields, refundId: newId(provider, 'refund'), state: 'PENDING' };
    this.#refunds.set(refund.merchantRefundId, refund);
    return refund;
  }

  /** Finishes a refund, as the provider does. */
  workOff(refund: Refund): void {
    refund.state = this.#quirks.of(refund.merchantOrderId).refundFails ? 'FAILED' : 'COMPLETED';
  }

  refund(merchantRefundId: string): Refund | undefined {
    return this.#refunds.get(merchantRefundId);
  }

  /** The refunds of an order, or of one of its payments. */
  refundsOf(order: Order, transactionId?: string): Refund[] {
    return [...this.#refunds.values()].filter(
      (refund) => refund.merchantOrderId === order.merchantOrderId && isOf(refund, transactionId),
    );
  }

  /** Paise of a paid order, or of one of its payments, that are not refunded yet. */
  refundablePaise(order: Order, transactionId?: string): number {
    const paid = order.attempts.filter((attempt) => attempt.state === 'COMPLETED' && isOf(attempt, transactionId));
    const back = this.refundsOf(order, transactionId).filter((refund) => refund.state !== 'FAILED');
    return sumPaise(paid) - sumPaise(back);
  }
}

function isOf(money: { transactionId?: string }, transactionId: string | undefined): boolean {
  return transactionId === undefined || money.transactionId === transactionId;
}

function sumPaise(amounts: { amountPaise: number }[]): number {
  return amounts.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
}

function newId(provider: Provider, kind: 'order' | 'payment' | 'refund'): string {
  if (provider === 'payu') return String(randomInt(4e14, 5e14));
  return (
    PREFIX[provider][kind] +
    randomBytes(provider === 'razorpay' ? 7 : 10)
      .toString('hex')
      .toUpperCase()
  );
}
