import type { OrderView } from '@bijli/contract/shop-orders';
import { ordersMessages } from '#messages/orders-messages.ts';
import { rupeesAndPaise } from '#parts/amount.ts';
import { formatDateTime } from '#parts/india-times.ts';
import { expectedArrival } from './expected-arrival.ts';

/** The state of an order in words, as its page says it. */
export interface OrderStateTexts {
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
export function stateTextsOf(order: OrderView): OrderStateTexts {
  if (order.state === 'cancelled') return cancelled(order);
  if (order.state === 'released') return released(order);
  const { states, titles, texts, totals } = ordersMessages().status;
  const common = { tone: 'good', totalName: totals.paid } as const;
  const isInstalled = order.installation_price !== undefined;
  const later = isInstalled ? ` ${texts.installedLater}` : '';
  switch (order.state) {
    case 'awaiting_payment':
      if (order.payment_cancelled_at !== null) {
        return {
          state: states.payCancelled,
          title: titles.payCancelled,
          text: texts.payCancelled(formatDateTime(order.reserved_until)),
          tone: 'waiting',
          icon: 'back',
          totalName: totals.asked,
        };
      }
      return {
        state: states.awaiting,
        title: titles.awaiting,
        text: texts.awaiting(formatDateTime(order.reserved_until)),
        tone: 'waiting',
        icon: 'parcel',
        totalName: totals.asked,
      };
    case 'paid':
      return {
        ...common,
        state: states.paid,
        title: order.service ? titles.paidService : titles.paid,
        text: order.service ? texts.paidService(expectedArrival(order)) : texts.paid(expectedArrival(order)) + later,
        icon: 'done',
      };
    case 'dispatched':
      return {
        ...common,
        state: states.dispatched,
        title: titles.dispatched(order.city),
        text: texts.dispatched(expectedArrival(order)) + later,
        icon: 'lorry',
      };
    case 'delivered':
      return {
        ...common,
        state: order.service ? states.done : states.delivered,
        title: order.service ? titles.done : titles.delivered,
        text: isInstalled ? texts.deliveredToInstall : texts.delivered,
        icon: 'done',
      };
  }
}

/** The order was paid, so the money is refunded. */
function cancelled({ refund, refunded, total_price: total, reason }: OrderView): OrderStateTexts {
  const { states, titles, texts, totals } = ordersMessages().status;
  const isBack = refund === 'completed';
  const amount = rupeesAndPaise(refunded || total);
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
function released({ refund, refunded, reason }: OrderView): OrderStateTexts {
  const { states, titles, texts, totals } = ordersMessages().status;
  const common = { tone: 'over', totalName: totals.asked } as const;
  if (refund !== 'none') {
    const isBack = refund === 'completed';
    const amount = rupeesAndPaise(refunded);
    return {
      ...common,
      state: isBack ? states.refunded : states.late,
      title: isBack ? titles.refunded(amount) : titles.refunding(amount),
      text: `${texts.late} ${isBack ? texts.banks : texts.notice}`,
      icon: 'back',
    };
  }
  if (reason === 'buyer') {
    return { ...common, state: states.cancelled, title: titles.cancelled, text: texts.notCharged, icon: 'stop' };
  }
  const isExpired = reason === 'not_paid';
  return {
    ...common,
    state: isExpired ? states.expired : states.unpaid,
    title: isExpired ? titles.expired : titles.unpaid,
    text: texts.tryAgain,
    icon: 'stop',
  };
}
