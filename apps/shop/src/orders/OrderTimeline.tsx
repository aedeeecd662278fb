import { Ban, CreditCard, House, ShoppingBag, Truck, Undo2 } from 'lucide-react';
import type { OrderView } from '@bijli/contract/shop-orders';
import { formatDateTime } from '#parts/india-times.ts';
import { stepsOf } from './order-steps.ts';
import styles from './OrderTimeline.module.css';

const ICON = { bag: ShoppingBag, card: CreditCard, lorry: Truck, house: House, stop: Ban, back: Undo2 };

/** The past and coming steps of an order. Each has an icon and words, so colour is never the only sign. */
export function OrderTimeline({ order }: { order: OrderView }) {
  return (
    <ol className={styles.timeline}>
      {stepsOf(order).map(({ name, icon, at, more, kind }) => {
        const Icon = ICON[icon];
        return (
          <li key={name} className={styles[kind]} aria-current={kind === 'now' ? 'step' : undefined}>
            <span className={styles.dot}>
              <Icon aria-hidden size={20} />
            </span>
            <div>
              <b>{name}</b>
              {at !== null && <time dateTime={at}>{formatDateTime(at)}</time>}
              {more && <small>{more}</small>}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
