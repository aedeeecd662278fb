import type { OrderView } from '@bijli/contract/storefront';
import { inPaise } from './amount.ts';
import { expectedArrival } from './expected-arrival.ts';
import { atTime } from './format.ts';
import { orderMessages } from './order-messages.ts';

/** The state of an order in words, as its page says it. */
export interface OrderStory {
  /** The state in one or two words. */
  state: string;
  title: string;
  text: string;
  tone: 'good' | 'waiting' | 'over';
  icon: 'parcel' | 'done' | 'lorry' | 'stop' | 'back';
  /** Name of the total's line. */
  totalName: string;
}

/** Chooses the words for an order. `refunded` is money of this order that was or will be refunded. */
export function storyOf(order: OrderView): OrderStory {
  if (order.state === 'cancelled') return cancelled(order);
  if (order.state === 'released') return released(order);
  const { states, titles, texts, totals } = orderMessages().status;
  const story = { tone: 'good', totalName: totals.paid } as const;
  switch (order.state) {
    case 'awaiting_payment':
      if (order.payment_cancelled_at !== null) {
        return {
          state: states.payCancelled,
          title: titles.payCancelled,
          text: texts.payCancelled(atTime(order.reserved_until)),
          tone: 'waiting',
          icon: 'back',
          totalName: totals.asked,
        };
      }
      return {
        state: states.awaiting,
        title: titles.awaiting,
        text: texts.awaiting(atTime(order.reserved_until)),
        tone: 'waiting',
        icon: 'parcel',
        totalName: totals.asked,
      };
    case 'paid':
      return {
        ...story,
        state: states.paid,
        title: order.service ? titles.paidService : titles.paid,
        text: order.service ? texts.paidService(expectedArrival(order)) : texts.paid(expectedArrival(order)),
        icon: 'done',
      };
    case 'dispatched':
      return {
        ...story,
        state: states.dispatched,
        title: titles.dispatched(order.city),
        text: texts.dispatched(expectedArrival(order)),
        icon: 'lorry',
      };
    case 'delivered':
      return { ...story, state: states.delivered, title: titles.delivered, text: texts.delivered, icon: 'done' };
  }
}

/** The order was paid, so the money is refunded. */
function cancelled({ refund, refunded, total_price: total, reason }: OrderView): OrderStory {
  const { states, titles, texts, totals } = orderMessages().status;
  const isBack = refund === 'completed';
  const amount = inPaise(refunded || total);
  return {
    state: isBack ? states.refunded : states.cancelled,
    title: isBack ? titles.refunded(amount) : titles.refunding(amount),
    text: `${reason === 'buyer' ? texts.cancelledByBuyer : texts.cancelledByShop} ${isBack ? texts.banks : texts.notice}`,
    tone: 'over',
    icon: 'back',
    totalName: isBack ? totals.refunded : totals.paid,
  };
}

/** The order was not paid in time, or it was paid when no unit was left. */
function released({ refund, refunded, reason }: OrderView): OrderStory {
  const { states, titles, texts, totals } = orderMessages().status;
  const story = { tone: 'over', totalName: totals.asked } as const;
  if (refund !== 'none') {
    const isBack = refund === 'completed';
    const amount = inPaise(refunded);
    return {
      ...story,
      state: isBack ? states.refunded : states.late,
      title: isBack ? titles.refunded(amount) : titles.refunding(amount),
      text: `${texts.late} ${isBack ? texts.banks : texts.notice}`,
      icon: 'back',
    };
  }
  if (reason === 'buyer') {
    return { ...story, state: states.cancelled, title: titles.cancelled, text: texts.notCharged, icon: 'stop' };
  }
  const isExpired = reason === 'not_paid';
  return {
    ...story,
    state: isExpired ? states.expired : states.unpaid,
    title: isExpired ? titles.expired : titles.unpaid,
    text: texts.tryAgain,
    icon: 'stop',
  };
}
