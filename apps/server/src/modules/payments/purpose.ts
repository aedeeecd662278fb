import type { Tx } from '#db/database.ts';
import type { Line } from '#modules/ledger/index.ts';
import type { Payment } from './payments.store.ts';

/** A payment that has arrived, for the module of its purpose. */
export interface SettledPayment {
  txnId: string;
  /** What the payment is for within its purpose. */
  subject: string;
  /** Null for a visitor. */
  driverId: number | null;
  provider: Payment['provider'];
  providerPaymentId: string;
  amountPaise: number;
}

/** The effects of payments for one purpose. Each runs in the transaction that changes the payment. */
export interface Purpose {
  /**
   * The payment has arrived. A refusal means that what was paid for is no longer available, and the payment is
   * refunded. Any other error leaves it open, to be settled again.
   */
  applyPayment(tx: Tx, payment: SettledPayment): Promise<void>;
  /** The payment has failed or expired. It may still arrive. */
  noteEnded?(tx: Tx, payment: { txnId: string; subject: string }): Promise<void>;
  /** The payer has cancelled at the provider, or came back without trying. `noteEnded` is called if this is missing. */
  noteCancelled?(tx: Tx, payment: { txnId: string; subject: string }): Promise<void>;
  /** The payment has arrived and is refunded, for this reason. */
  noteUnallocated?(
    tx: Tx,
    payment: { txnId: string; subject: string; paidPaise: number },
    reason: string,
  ): Promise<void>;
  /** Reverses the payment's effect for a refund. Returns the ledger lines that the refund is taken from. */
  reversePayment?(tx: Tx, payment: SettledPayment, amountPaise: number): Promise<Line[]>;
  /** True if only drivers pay for it. Then a payment whose driver has deleted the account has no effect. */
  isForDrivers?: boolean;
  /** The path of the page after the payment. The URL that leads there expires at `signedUntil`. */
  pagePath(payment: { txnId: string; subject: string }, signedUntil: Date): string | Promise<string>;
}

/** The purposes of payments, by name. */
export type Purposes = ReadonlyMap<string, Purpose>;
