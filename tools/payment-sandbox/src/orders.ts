import { randomBytes } from 'node:crypto';
import type { FaultSwitches } from './faults.ts';

export type State = 'PENDING' | 'COMPLETED' | 'FAILED';

/** One try at paying an order. */
export interface Attempt {
  transactionId: string;
  amountPaise: number;
  state: State;
  /** Epoch milliseconds */
  at: number;
  error?: OrderError;
}

export interface OrderError {
  code: string;
  detail: string;
}

export interface Order {
  provider: 'phonepe';
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
  /** Epoch milliseconds */
  expiresAt: number;
}

export interface Refund {
  merchantRefundId: string;
  refundId: string;
  merchantOrderId: string;
  amountPaise: number;
  state: State;
}

const DECLINED: OrderError = { code: 'AUTHORIZATION_ERROR', detail: 'ZM' };
const NOT_FINISHED: OrderError = { code: 'TXN_NOT_COMPLETED', detail: 'TXN_AUTO_FAILED' };

/** Every order and refund of this sandbox, in memory. */
export class OrderBook {
  readonly #orders = new Map<string, Order>();
  readonly #refunds = new Map<string, Refund>();
  readonly #faults: FaultSwitches;
  readonly #now: () => number;

  constructor(faults: FaultSwitches, now: () => number) {
    this.#faults = faults;
    this.#now = now;
  }

  add(
    facts: Pick<Order, 'provider' | 'merchantOrderId' | 'amountPaise' | 'message' | 'redirectUrl'>,
    lifeMs: number,
  ): Order {
    const order: Order = {
      ...facts,
      orderId: newId('OMO'),
      state: 'PENDING',
      attempts: [],
      expiresAt: this.#now() + lifeMs,
    };
    this.#orders.set(order.merchantOrderId, order);
    return order;
  }

  /** The order as it stands now; one that nobody finished in time has failed. */
  get(merchantOrderId: string): Order | undefined {
    const order = this.#orders.get(merchantOrderId);
    if (order?.state === 'PENDING' && this.#now() >= order.expiresAt) {
      order.state = 'FAILED';
      order.error = NOT_FINISHED;
    }
    return order;
  }

  byOrderId(orderId: string): Order | undefined {
    const order = [...this.#orders.values()].find((each) => each.orderId === orderId);
    return order && this.get(order.merchantOrderId);
  }

  all(): Order[] {
    return [...this.#orders.keys()].flatMap((id) => this.get(id) ?? []);
  }

  /** The payer pays; what comes of it depends on the faults of the order. */
  pay(order: Order): void {
    const faults = this.#faults.of(order.merchantOrderId);
    if (faults.outOfOrder) this.#attempt(order, 'FAILED', DECLINED);
    if (faults.declines || faults.lateAuthorisation) return this.fail(order);
    this.#attempt(order, 'COMPLETED');
    order.state = 'COMPLETED';
  }

  /** The bank says no. */
  fail(order: Order): void {
    this.#attempt(order, 'FAILED', DECLINED);
    order.state = 'FAILED';
    order.error = DECLINED;
  }

  /** The bank says yes after all, to an order that had failed. */
  authoriseLate(order: Order): void {
    this.#attempt(order, 'COMPLETED');
    order.state = 'COMPLETED';
    delete order.error;
  }

  #attempt(order: Order, state: State, error?: OrderError): void {
    const short = this.#faults.of(order.merchantOrderId).wrongAmount ? 100 : 0;
    order.attempts.push({
      transactionId: newId('OM'),
      amountPaise: order.amountPaise - short,
      state,
      at: this.#now(),
      ...(error && { error }),
    });
  }

  addRefund(facts: Pick<Refund, 'merchantRefundId' | 'merchantOrderId' | 'amountPaise'>): Refund {
    const refund: Refund = { ...facts, refundId: newId('OMR'), state: 'PENDING' };
    this.#refunds.set(refund.merchantRefundId, refund);
    return refund;
  }

  refund(merchantRefundId: string): Refund | undefined {
    return this.#refunds.get(merchantRefundId);
  }

  /** What is left of a paid order after the refunds so far. */
  refundablePaise(order: Order): number {
    const paid = order.attempts.find((attempt) => attempt.state === 'COMPLETED')?.amountPaise ?? 0;
    const back = [...this.#refunds.values()]
      .filter((refund) => refund.merchantOrderId === order.merchantOrderId && refund.state !== 'FAILED')
      .reduce((sum, refund) => sum + refund.amountPaise, 0);
    return paid - back;
  }
}

function newId(prefix: string): string {
  return `${prefix}${randomBytes(10).toString('hex').toUpperCase()}`;
}
