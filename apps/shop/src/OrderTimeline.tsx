import { Ban, CreditCard, House, ShoppingBag, Truck, Undo2 } from 'lucide-react';
import type { OrderView } from '@bijli/contract/storefront';
import { atTime } from './format.ts';
import { stepsOf } from './order-steps.ts';
import styles from './OrderTimeline.module.css';

const ICON = { bag: ShoppingBag, card: CreditCard, lorry: Truck, house: House, stop: Ban, back: Undo2 };

/** What has happened to an order and what comes next; icon and words, never colour alone. */
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
              {at !== null && <time dateTime={at}>{atTime(at)}</time>}
              {more && <small>{more}</small>}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
