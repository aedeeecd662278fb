import type { OrderView } from '@bijli/contract/storefront';
import { Ban, CreditCard, House, ShoppingBag, Truck, Undo2, type LucideIcon } from 'lucide-react';
import { atTime, inPaise } from './format.ts';
import styles from './OrderStatusPage.module.css';
import { words } from './words.ts';

interface Step {
  name: string;
  Icon: LucideIcon;
  at: string | null;
  more?: string;
  kind: 'done' | 'now' | 'next' | 'stop';
}

/** What has happened to an order and what comes next; icon and words, never colour alone. */
export function OrderTimeline({ order }: { order: OrderView }) {
  return (
    <ol className={styles.timeline}>
      {stepsOf(order).map(({ name, Icon, at, more, kind }) => (
        <li key={name} className={styles[kind]} aria-current={kind === 'now' ? 'step' : undefined}>
          <span className={styles.dot}>
            <Icon aria-hidden size={20} />
          </span>
          <div>
            <b>{name}</b>
            {at !== null && <time dateTime={at}>{atTime(at)}</time>}
            {more && <small>{more}</small>}
          </div>
        </li>
      ))}
    </ol>
  );
}

function stepsOf(order: OrderView): Step[] {
  const { steps } = words.status;
  const amount = inPaise(order.total_price);
  const { state } = order;
  const reached = (Icon: LucideIcon, name: string, at: string | null, isNow: boolean, more = ''): Step => ({
    name,
    Icon,
    at,
    more,
    kind: at === null ? 'next' : isNow ? 'now' : 'done',
  });
  const stopped = (name: string): Step => ({ name, Icon: Ban, at: order.closed_at, kind: 'stop' });
  const told: Step[] = [reached(ShoppingBag, steps.placed, order.created_at, state === 'awaiting_payment')];
  if (state !== 'released') told.push(reached(CreditCard, steps.paid(amount), order.paid_at, state === 'paid'));
  if (state === 'released') told.push(stopped(steps.released));
  else if (state === 'cancelled') told.push(stopped(steps.cancelled));
  else {
    const parcel = order.docket ? steps.parcel(order.carrier, order.docket) : '';
    if (!order.service) {
      told.push(reached(Truck, steps.dispatched, order.dispatched_at, state === 'dispatched', parcel));
    }
    told.push(reached(House, steps.delivered, order.delivered_at, true));
  }
  const refunded = inPaise(order.refunded);
  const back = { Icon: Undo2, at: null };
  if (order.refund === 'pending') told.push({ ...back, name: steps.refundPending(refunded), kind: 'now' });
  if (order.refund === 'completed') told.push({ ...back, name: steps.refunded(refunded), kind: 'now' });
  return told;
}
