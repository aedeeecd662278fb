import { expect, test } from 'vitest';
import {
  isCancelled,
  isUnknownTooLong,
  nextCheckAt,
  statusOnWire,
  UNKNOWN_TO_PROVIDER,
  type PaymentState,
} from './payment-state.ts';

const createdAt = new Date('2026-11-20T10:00:00Z');
const after = (seconds: number) => new Date(createdAt.getTime() + seconds * 1000);

/** Ages in seconds at which a payment that stays in a state is asked about, up to an age. */
function checks(state: PaymentState, fromS: number, untilS: number): number[] {
  const ages: number[] = [];
  for (let now = after(fromS); ;) {
    const next = nextCheckAt({ state, createdAt }, now);
    if (!next || next > after(untilS)) return ages;
    ages.push((next.getTime() - createdAt.getTime()) / 1000);
    now = next;
  }
}

test('an open payment is checked on PhonePe’s schedule: soon, then less and less often', () => {
  expect(checks('pending', 0, 55)).toEqual([22, 25, 28, 31, 34, 37, 40, 43, 46, 49, 52]);
  expect(checks('pending', 52, 115)).toEqual([58, 64, 70, 76, 82, 88, 94, 100, 106, 112]);
  expect(checks('pending', 112, 175)).toEqual([122, 132, 142, 152, 162, 172]);
  expect(checks('pending', 172, 420)).toEqual([202, 232, 292, 352, 412]);
});

test('a failed or expired payment is checked hourly for three days, since banks approve late [PAYMENT-8]', () => {
  const hourly = checks('failed', 900, 10 * 86_400).map((seconds) => (seconds - 900) / 3600);
  expect(hourly).toEqual(Array.from({ length: 72 }, (_, index) => index + 1));
  expect(checks('expired', 900, 10 * 86_400)).toHaveLength(72);
  expect(nextCheckAt({ state: 'failed', createdAt }, after(72 * 3600))).toBeNull();
});

test('an open payment is checked at its expiry at the latest, and each minute from then on', () => {
  const next = (seconds: number) => nextCheckAt({ state: 'pending', createdAt, expiresAt: after(900) }, after(seconds));
  expect(next(0)).toEqual(after(22));
  expect(next(880)).toEqual(after(900));
  expect(next(900)).toEqual(after(960));
});

test('a settled payment is never checked again', () => {
  for (const state of ['completed', 'amount_mismatch', 'unallocated'] as const)
    expect(checks(state, 0, 1e6)).toEqual([]);
});

test('a driver sees three states; a refunded payment has failed [WALLET-8]', () => {
  expect(statusOnWire('pending')).toBe('pending');
  expect(statusOnWire('amount_mismatch')).toBe('failed');
  expect(statusOnWire('unallocated')).toBe('failed');
  expect(statusOnWire('completed')).toBe('completed');
  expect(statusOnWire('failed')).toBe('failed');
  expect(statusOnWire('expired')).toBe('failed');
});

test('only a failed payment that the payer gave up counts as cancelled', () => {
  expect(isCancelled({ state: 'failed', reason: 'cancelled' })).toBe(true);
  expect(isCancelled({ state: 'failed', reason: 'declined' })).toBe(false);
  expect(isCancelled({ state: 'failed', reason: null })).toBe(false);
  // A bank may still have confirmed it.
  expect(isCancelled({ state: 'completed', reason: 'cancelled' })).toBe(false);
});

const DAY_S = 24 * 3600;

test('a payment that the provider does not know fails after a day', () => {
  const at = (seconds: number) => isUnknownTooLong({ createdAt }, after(seconds));
  expect([at(0), at(DAY_S - 1), at(DAY_S), at(2 * DAY_S)]).toEqual([false, false, true, true]);
});

test('it is asked about each day for a month, because it may be paid in another account', () => {
  const next = (seconds: number) =>
    nextCheckAt({ state: 'failed', createdAt, reason: UNKNOWN_TO_PROVIDER }, after(seconds));
  expect([next(0), next(30 * DAY_S - 1)]).toEqual([after(DAY_S), after(31 * DAY_S - 1)]);
  expect([next(30 * DAY_S), next(31 * DAY_S)]).toEqual([null, null]);
});
