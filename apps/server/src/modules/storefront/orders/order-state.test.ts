import { expect, test } from 'vitest';
import type { OrderState } from '@bijli/contract/shop-orders';
import { canBecome, canBePaid, canStartPayment } from './order-state.ts';

const STATES: OrderState[] = ['awaiting_payment', 'released', 'paid', 'dispatched', 'delivered', 'cancelled'];

test.each<[OrderState, OrderState[]]>([
  ['awaiting_payment', ['released', 'paid']],
  ['released', ['awaiting_payment', 'paid']],
  ['paid', ['dispatched', 'delivered', 'cancelled']],
  ['dispatched', ['delivered', 'cancelled']],
  ['delivered', ['cancelled']],
  ['cancelled', []],
])('an order that is %s may become %j and nothing else', (state, expected) => {
  expect(STATES.filter((next) => canBecome(state, next))).toEqual(expected);
});

test('an order takes a payment until it is paid, unless its buyer has cancelled it', () => {
  const taking = (reason: string | null) => STATES.filter((state) => canBePaid({ state, reason }));
  for (const reason of [null, 'expired']) expect(taking(reason)).toEqual(['awaiting_payment', 'released']);
  expect(taking('buyer')).toEqual([]);
});

test('a payment can be started for it, but not once a released order has a refund', () => {
  const startable = (reason: string | null, hasRefund: boolean) =>
    STATES.filter((state) => canStartPayment({ state, reason }, hasRefund));
  expect(startable(null, false)).toEqual(['awaiting_payment', 'released']);
  expect(startable(null, true)).toEqual(['awaiting_payment']);
  expect([startable('buyer', false), startable('buyer', true)]).toEqual([[], []]);
});
