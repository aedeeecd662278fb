import { HOUR_MS, SECOND_MS } from '#kernel/durations.ts';
/**
 * pending → completed | failed | expired | amount_mismatch | unallocated. Failed and expired may still become any of the
 * others: banks authorise late. An amount mismatch, where another sum was paid than asked, and one that is unallocated, where
 * what was paid for cannot be had any more, go back to the payer.
 */
export type PaymentState = 'pending' | 'completed' | 'failed' | 'expired' | 'amount_mismatch' | 'unallocated';

/** States that nothing the provider says changes any more. */
export function isSettled(state: PaymentState): boolean {
  return state === 'completed' || needsRefund(state);
}

/** It was paid, but nothing follows from it: the payer gets it back. */
export function needsRefund(state: PaymentState): boolean {
  return state === 'amount_mismatch' || state === 'unallocated';
}

/** The three states that a driver sees. */
export function statusFor(state: PaymentState): 'pending' | 'completed' | 'failed' {
  return state === 'completed' || state === 'pending' ? state : 'failed';
}

/** Banks answer late for up to three days. */
const MAX_BANK_DELAY_MS = 72 * HOUR_MS;

/** PhonePe's schedule for asking after an order: until this age, this often. */
const CHECK_STEPS = [
  { untilMs: 52 * SECOND_MS, everyMs: 3 * SECOND_MS },
  { untilMs: 112 * SECOND_MS, everyMs: 6 * SECOND_MS },
  { untilMs: 172 * SECOND_MS, everyMs: 10 * SECOND_MS },
  { untilMs: 232 * SECOND_MS, everyMs: 30 * SECOND_MS },
];
const FIRST_CHECK_MS = 22 * SECOND_MS;
const EVERY_MINUTE_MS = 60 * SECOND_MS;

interface PaymentToCheck {
  state: PaymentState;
  createdAt: Date;
  /** Until when it can be paid. */
  expiresAt?: Date;
}

/** When to ask the provider next, and not later than a payment runs out; null when it never needs to be asked again. */
export function nextCheckAt(payment: PaymentToCheck, now: Date): Date | null {
  if (isSettled(payment.state)) return null;
  const ageMs = now.getTime() - payment.createdAt.getTime();
  if (payment.state !== 'pending') return ageMs < MAX_BANK_DELAY_MS ? new Date(now.getTime() + HOUR_MS) : null;
  const everyMs = CHECK_STEPS.find((step) => ageMs < step.untilMs)?.everyMs ?? EVERY_MINUTE_MS;
  const next = ageMs < FIRST_CHECK_MS ? payment.createdAt.getTime() + FIRST_CHECK_MS : now.getTime() + everyMs;
  const endMs = payment.expiresAt?.getTime() ?? 0;
  return new Date(endMs > now.getTime() ? Math.min(next, endMs) : next);
}
