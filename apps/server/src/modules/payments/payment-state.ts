/**
 * pending → completed | failed | expired | mismatch. Failed and expired may still become completed: banks authorise
 * late. Mismatch, where another sum was paid than asked, waits for a person.
 */
export type PaymentState = 'pending' | 'completed' | 'failed' | 'expired' | 'mismatch' | 'refunded';

/** States that nothing the provider says changes any more. */
export function isSettled(state: PaymentState): boolean {
  return state === 'completed' || state === 'mismatch' || state === 'refunded';
}

/** The three states that a driver sees. A mismatch is still being looked at. */
export function statusFor(state: PaymentState): 'pending' | 'completed' | 'failed' {
  if (state === 'completed' || state === 'refunded') return 'completed';
  return state === 'pending' || state === 'mismatch' ? 'pending' : 'failed';
}

const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;
/** Banks answer late for up to three days. */
const LATE_MS = 72 * HOUR_MS;

/** PhonePe's schedule for asking after an order: until this age, this often. */
const STEPS = [
  { untilMs: 52 * SECOND_MS, everyMs: 3 * SECOND_MS },
  { untilMs: 112 * SECOND_MS, everyMs: 6 * SECOND_MS },
  { untilMs: 172 * SECOND_MS, everyMs: 10 * SECOND_MS },
  { untilMs: 232 * SECOND_MS, everyMs: 30 * SECOND_MS },
];
const FIRST_CHECK_MS = 22 * SECOND_MS;
const EVERY_MINUTE_MS = 60 * SECOND_MS;

/** When to ask the provider next; null when it never needs to be asked again. */
export function nextCheckAt(payment: { state: PaymentState; createdAt: Date }, now: Date): Date | null {
  if (isSettled(payment.state)) return null;
  const ageMs = now.getTime() - payment.createdAt.getTime();
  if (payment.state !== 'pending') return ageMs < LATE_MS ? new Date(now.getTime() + HOUR_MS) : null;
  if (ageMs < FIRST_CHECK_MS) return new Date(payment.createdAt.getTime() + FIRST_CHECK_MS);
  const everyMs = STEPS.find((step) => ageMs < step.untilMs)?.everyMs ?? EVERY_MINUTE_MS;
  return new Date(now.getTime() + everyMs);
}
