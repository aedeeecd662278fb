import { describe, expect, test } from 'vitest';
import type { OrderView } from '@bijli/contract/shop-orders';
import { orderView } from '#testing/shop.tsx';
import { stateTextsOf } from './order-state-texts.ts';
import { stepsOf } from './order-steps.ts';

const PAID = '2026-11-20T05:14:00Z';
const LATER = '2026-11-21T05:14:00Z';
const named = (changes: Partial<OrderView>): string[] => stepsOf(orderView(changes)).map(({ name }) => name);
const kinds = (changes: Partial<OrderView>): string[] => stepsOf(orderView(changes)).map(({ kind }) => kind);

describe('the page of an order', () => {
  test.each<[string, Partial<OrderView>, string, string]>([
    ['waits for its payment', {}, 'Waiting for payment', 'Complete your payment.'],
    ['was left at its payment', { payment_cancelled_at: PAID }, 'Payment cancelled', 'Payment cancelled'],
    ['is paid', { state: 'paid', paid_at: PAID }, 'Paid', 'Paid. We are packing it.'],
    ['is a visit', { state: 'paid', paid_at: PAID, service: true }, 'Paid', 'Paid. We call you next.'],
    ['is on its way', { state: 'dispatched', paid_at: PAID }, 'Dispatched', 'On its way to Bengaluru.'],
    ['was not paid in time', { state: 'released', reason: 'not_paid' }, 'Expired', 'This order was not paid in time.'],
    ['failed', { state: 'released', reason: 'payment_failed' }, 'Not paid', 'The payment did not go through.'],
    ['was called off unpaid', { state: 'released', reason: 'buyer' }, 'Cancelled', 'This order is cancelled.'],
    [
      'was paid too late',
      { state: 'released', reason: 'not_paid', refund: 'pending', refunded: 33449 },
      'Paid too late',
      '₹33,449 is on its way back.',
    ],
    [
      'is being refunded',
      { state: 'cancelled', reason: 'buyer', refund: 'pending', refunded: 33449 },
      'Cancelled',
      '₹33,449 is on its way back.',
    ],
    [
      'is refunded',
      { state: 'cancelled', reason: 'shop', refund: 'completed', refunded: 33449 },
      'Refunded',
      '₹33,449 is back with you.',
    ],
  ])('that %s says so', (_, changes, state, title) => {
    expect(stateTextsOf(orderView(changes))).toMatchObject({ state, title });
  });

  test('says that the buyer has cancelled it', () => {
    const cancelled = { state: 'cancelled', refund: 'pending', refunded: 33449 } as const;
    expect(stateTextsOf(orderView({ ...cancelled, reason: 'buyer' })).text).toContain('You cancelled');
    expect(stateTextsOf(orderView({ ...cancelled, reason: 'shop' })).text).toContain('We cancelled');
  });
});

describe('the delivery date of an order', () => {
  const days = { delivery: { days_from: 3, days_to: 7 } };
  const moreOfLast = (changes: Partial<OrderView>) => stepsOf(orderView(changes)).at(-1)?.more;

  test('is shown in days until it is paid, and by date from then on', () => {
    expect(moreOfLast(days)).toBe('3 to 7 days after payment');
    const paid = { ...days, state: 'paid', paid_at: PAID } as const;
    expect(moreOfLast(paid)).toBe('It should arrive between 23\u00A0Nov and 27\u00A0Nov');
    expect(stateTextsOf(orderView(paid)).text).toContain('It should arrive between 23\u00A0Nov and 27\u00A0Nov.');
    expect(stateTextsOf(orderView({ ...paid, service: true })).text).toContain(
      'We should come between 23\u00A0Nov and 27\u00A0Nov.',
    );
    const sent = { ...paid, state: 'dispatched', dispatched_at: LATER } as const;
    expect(stateTextsOf(orderView({ ...sent, delivery: { days_from: 4, days_to: 4 } })).text).toMatch(
      /^It should arrive on 24\u00A0Nov\. Keep the docket/,
    );
  });

  test('is not shown if it is unknown, nor after arrival', () => {
    expect(stateTextsOf(orderView({ state: 'paid', paid_at: PAID })).text).toMatch(/the box\.$/);
    expect(moreOfLast({ ...days, state: 'delivered', paid_at: PAID, delivered_at: LATER })).toBe('');
  });
});

describe('the steps of an order', () => {
  test('are done, current or still to come', () => {
    const changes = {
      state: 'dispatched',
      paid_at: PAID,
      dispatched_at: LATER,
      carrier: 'Surface',
      docket: '7204',
    } as const;
    expect(kinds(changes)).toEqual(['done', 'done', 'now', 'next']);
    expect(named(changes)).toEqual(['Order placed', 'Payment received, ₹33,449', 'Dispatched', 'Delivered']);
    expect(stepsOf(orderView(changes))[2]?.more).toBe('Surface, docket 7204');
  });

  test('show nothing received before it is paid', () => {
    expect(named({})).toEqual(['Order placed', 'Payment', 'Dispatched', 'Delivered']);
    expect(kinds({})).toEqual(['now', 'next', 'next', 'next']);
  });

  test('show no dispatch of a visit', () => {
    expect(named({ state: 'paid', paid_at: PAID, service: true })).toEqual([
      'Order placed',
      'Payment received, ₹33,449',
      'Visit done',
    ]);
  });

  test('promise the installation that was ordered until the charger is delivered', () => {
    const paid = { paid_at: PAID, installation_price: 6999 };
    expect(named({ ...paid, state: 'dispatched', dispatched_at: PAID }).at(-1)).toBe('Delivered, then installed');
    expect(named({ ...paid, state: 'delivered', delivered_at: PAID }).at(-1)).toBe('Delivered');
  });

  test('keep the dispatch of an order that was cancelled after it, and show nothing to come', () => {
    const changes = {
      state: 'cancelled',
      reason: 'shop',
      paid_at: PAID,
      dispatched_at: LATER,
      closed_at: LATER,
      refund: 'completed',
      refunded: 33449,
    } as const;
    expect(named(changes)).toEqual([
      'Order placed',
      'Payment received, ₹33,449',
      'Dispatched',
      'Cancelled by us',
      'Refund of ₹33,449 paid out',
    ]);
    expect(kinds(changes)).toEqual(['done', 'done', 'done', 'stop', 'now']);
  });
});
