import { ChevronDown } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useShop } from '#frame/shop-context.ts';
import { orderFormMessages } from '#messages/order-form-messages.ts';
import { rupeesAndPaise } from '#parts/amount.ts';
import styles from './BusinessFields.module.css';

/**
 * Folds the shipping away, so that nobody sets it by mistake: the shop names it. It is open where another amount is
 * asked for or typed, or a wrong one.
 */
export function ShippingField({ typed, isWrong, children }: { typed: string; isWrong: boolean; children: ReactNode }) {
  const { minShipping } = useShop().settings;
  const amount = Number(typed) || 0;
  const [isOpen, setOpen] = useState(amount !== minShipping);
  const { fields, shippingNamed } = orderFormMessages();
  return (
    <details
      className={styles.business}
      open={isOpen || isWrong}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <span>
          <b>{`${fields.shipping}: ${rupeesAndPaise(amount)}`}</b>
          {shippingNamed}
        </span>
        <ChevronDown aria-hidden size={20} />
      </summary>
      <div className={styles.fields}>{children}</div>
    </details>
  );
}
