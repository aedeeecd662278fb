import type { ProviderName } from '@bijli/contract/wallet';
import { DAY_MS, HOUR_MS, SECOND_MS } from '#kernel/durations.ts';

/**
 * pending → completed | failed | expired | amount_mismatch | unallocated. Failed and expired may still become any
 * other, because banks authorise late. In an amount mismatch the paid amount differs from the requested one. An
 * unallocated payment paid for something that is no longer available. Both are refunded.
 */
export type PaymentState = 'pending' | 'completed' | 'failed' | 'expired' | 'amount_mismatch' | 'unallocated';

/** The states as they are stored. Two have the names that earlier releases gave them. */
export type StoredPaymentState = Exclude<PaymentState, 'amount_mismatch' | 'unallocated'> | 'mismatch' | 'unwanted';

/** True for states that no report of the provider changes. */
export function isSettled(state: PaymentState): boolean {
  return state === 'completed' || needsRefund(state);
}

/** True if money was paid but has no effect, so it must be refunded. */
export function needsRefund(state: PaymentState): boolean {
  return state === 'amount_mismatch' || state === 'unallocated';
}

/** True if its payer may pay now. Not with a provider that was replaced, because only the configured one is asked. */
export function isPayable(
  payment: { state: PaymentState; expiresAt: Date; provider: ProviderName },
  configured: { name: ProviderName },
  now: Date,
): boolean {
  return payment.state === 'pending' && now < payment.expiresAt && payment.provider === configured.name;
}

/** The state in the three words that drivers see. */
export function statusOnWire(state: PaymentState): 'pending' | 'completed' | 'failed' {
  return state === 'completed' || state === 'pending' ? state : 'failed';
}

/** True if the payer gave it up. Nothing went wrong, so it is not shown as a failure. */
export function isCancelled({ state, reason }: { state: PaymentState; reason: string | null }): boolean {
  return state === 'failed' && reason === 'cancelled';
}

/** Banks answer up to three days late. */
const MAX_BANK_DELAY_MS = 72 * HOUR_MS;

/** The reason of a payment that failed because the provider does not know it, or cannot be asked about it. */
export const UNKNOWN_TO_PROVIDER = 'unknown to the provider';

/**
 * A provider that does not know a payment yet knows it within minutes. Longer than that, it is mostly asked with the
 * keys of another account, and staff have a day to correct them. Then the payment fails, so that its driver can go on.
 */
const UNKNOWN_FAILS_MS = DAY_MS;
/** It may have been paid in the other account, so it is asked about each day for as long. */
const MAX_CORRECTION_MS = 30 * DAY_MS;

/** PhonePe's schedule for asking about an order: up to this age, this often. */
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
  /** When it can no longer be paid. */
  expiresAt?: Date;
  reason?: string | null;
}

/** True if a payment that the provider still does not know has failed. */
export function isUnknownTooLong({ createdAt }: Pick<PaymentToCheck, 'createdAt'>, now: Date): boolean {
  return now.getTime() - createdAt.getTime() >= UNKNOWN_FAILS_MS;
}

/** When to ask the provider next, at the latest when the payment expires. Null if it need not be asked again. */
export function nextCheckAt(payment: PaymentToCheck, now: Date): Date | null {
  if (isSettled(payment.state)) return null;
  const ageMs = now.getTime() - payment.createdAt.getTime();
  if (payment.reason === UNKNOWN_TO_PROVIDER)
    return ageMs < MAX_CORRECTION_MS ? new Date(now.getTime() + DAY_MS) : null;
  if (payment.state !== 'pending') return ageMs < MAX_BANK_DELAY_MS ? new Date(now.getTime() + HOUR_MS) : null;
  const everyMs = CHECK_STEPS.find((step) => ageMs < step.untilMs)?.everyMs ?? EVERY_MINUTE_MS;
  const next = ageMs < FIRST_CHECK_MS ? payment.createdAt.getTime() + FIRST_CHECK_MS : now.getTime() + everyMs;
  const endMs = payment.expiresAt?.getTime() ?? 0;
  return new Date(endMs > now.getTime() ? Math.min(next, endMs) : next);
}
