import type { OrderView } from '@bijli/contract/shop-orders';
import { ordersMessages } from '#messages/orders-messages.ts';
import { rupeesAndPaise } from '#parts/amount.ts';
import { expectedArrival } from './expected-arrival.ts';

/** One step in the life of an order. */
export interface OrderStep {
  name: string;
  icon: 'bag' | 'card' | 'lorry' | 'house' | 'stop' | 'back';
  /** UTC. Null when it has not happened, or when the time is not known. */
  at: string | null;
  more?: string;
  kind: 'done' | 'now' | 'next' | 'stop';
}

/** The past and coming steps of an order. */
export function stepsOf(order: OrderView): OrderStep[] {
  const { steps } = ordersMessages().status;
  const { state } = order;
  const isOver = state === 'released' || state === 'cancelled';
  const step = (icon: OrderStep['icon'], name: string, at: string | null, isNow: boolean, more = ''): OrderStep => ({
    name,
    icon,
    at,
    more,
    kind: at === null ? 'next' : isNow ? 'now' : 'done',
  });
  const shownSteps: OrderStep[] = [
    step('bag', steps.placed, order.created_at, state === 'awaiting_payment' && order.payment_cancelled_at === null),
  ];
  const parcel = order.docket ? steps.parcel(order.carrier, order.docket) : '';
  const isPayCancelled = state === 'awaiting_payment' && order.payment_cancelled_at !== null;
  const ahead = [
    isPayCancelled
      ? step('card', steps.payCancelled, order.payment_cancelled_at, true)
      : step(
          'card',
          order.paid_at ? steps.paid(rupeesAndPaise(order.total_price)) : steps.toPay,
          order.paid_at,
          state === 'paid',
        ),
    ...(order.service ? [] : [step('lorry', steps.dispatched, order.dispatched_at, state === 'dispatched', parcel)]),
    step('house', lastStep(order), order.delivered_at, true, expectedArrival(order)),
  ];
  // For a cancelled or released order, only steps that happened before are shown.
  shownSteps.push(...ahead.filter(({ at }) => !isOver || at !== null));
  if (isOver) shownSteps.push({ name: whyOver(order), icon: 'stop', at: order.closed_at, kind: 'stop' });
  if (order.refund === 'none') return shownSteps;
  const amount = rupeesAndPaise(order.refunded);
  const name = order.refund === 'pending' ? steps.refundPending(amount) : steps.refunded(amount);
  return [...shownSteps, { name, icon: 'back', at: null, kind: 'now' }];
}

/** It is not known when somebody came to install, so once it is delivered nothing is said about that. */
function lastStep({ service, installation_price: installation, delivered_at: deliveredAt }: OrderView): string {
  const { steps } = ordersMessages().status;
  if (service) return steps.visited;
  return installation !== undefined && deliveredAt === null ? steps.deliveredThenInstalled : steps.delivered;
}

function whyOver({ state, reason }: OrderView): string {
  const { steps } = ordersMessages().status;
  if (reason === 'buyer') return steps.cancelledByBuyer;
  if (state === 'cancelled') return steps.cancelledByShop;
  return reason === 'not_paid' ? steps.expired : steps.unpaid;
}
