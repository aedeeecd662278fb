import type { Tx } from '#db/database.ts';
import type { Line } from '#modules/ledger/index.ts';
import type { Payment } from './payments.store.ts';

/** A payment that has come in, for whoever asked for it. */
export interface SettledPayment {
  txnId: string;
  /** What it is for, in the terms of its purpose. */
  subject: string;
  /** Null for a visitor's. */
  driverId: number | null;
  provider: Payment['provider'];
  providerPaymentId: string;
  amountPaise: number;
}

/** What follows from payments of one purpose, each in the transaction that brings the payment there. */
export interface Purpose {
  /**
   * The payment came in. A refusal means that what was paid for cannot be had any more, and the payer gets the money back;
   * any other error leaves the payment open, to be settled again.
   */
  paid(tx: Tx, payment: SettledPayment): Promise<void>;
  /** The payment failed or ran out; it may still come in late. */
  ended?(tx: Tx, payment: { txnId: string; subject: string }): Promise<void>;
  /** The payer called it off at the provider, or came back without having tried; without this, one that is over has `ended`. */
  cancelled?(tx: Tx, payment: { txnId: string; subject: string }): Promise<void>;
  /** The payment came and goes back, for this reason. */
  unallocated?(tx: Tx, payment: { txnId: string; subject: string; paidPaise: number }, reason: string): Promise<void>;
  /** Takes back what the payment brought about, because it is refunded. Answers the lines that the refund is taken from. */
  reverse?(tx: Tx, payment: SettledPayment, amountPaise: number): Promise<Line[]>;
  /** Only drivers pay for it, and nothing follows from a payment whose driver has left. */
  isForDrivers?: boolean;
  /** The page that a browser lands on after paying, as a path; the address that leads there is over at `signedUntil`. */
  page(payment: { txnId: string; subject: string }, signedUntil: Date): string | Promise<string>;
}

/** The purposes that payments are made for, by name. */
export type Purposes = ReadonlyMap<string, Purpose>;
