import { expect, test } from 'vitest';
import type { OrderState } from '@bijli/contract/shop-orders';
import { canBecome } from './order-state.ts';

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
