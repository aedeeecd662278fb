import { Check, CircleAlert, CircleCheck } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import type { Product } from '@bijli/contract/storefront';
import { useShop } from '#frame/shop-context.ts';
import { orderFormMessages } from '#messages/order-form-messages.ts';
import { rupeesAndPaise } from '#parts/amount.ts';
import { formatClock } from '#parts/india-times.ts';
import { Unbroken } from '#parts/Unbroken.tsx';
import { useModal } from '#parts/use-modal.ts';
import { openPaymentPage } from './open-payment-page.ts';
import type { PlacedOrder } from './send-order.ts';
import styles from './OrderAlerts.module.css';

/** The order is placed and not paid yet: says so, and leads on to the payment. */
export function PlacedDialog({ order, product, onClose }: { order: PlacedOrder; product: Product; onClose(): void }) {
  const { placed, placedText, kept, next, payNext, payLater } = orderFormMessages();
  const { settings } = useShop();
  const { reference, reservedUntil, orderUrl, minutesLeft = settings.paymentMinutes } = order;
  return (
    <Alert
      title={placed}
      text={reference && reservedUntil ? placedText(reference, minutesLeft, formatClock(reservedUntil)) : kept}
      icon={<CircleCheck aria-hidden size={28} />}
      onClose={onClose}
    >
      <ol className={styles.steps} aria-label={next.label}>
        <li className={styles.done}>
          <i>
            <Check aria-hidden size={16} />
          </i>
          {next.placed}
        </li>
        <li className={styles.now} aria-current="step">
          <i>{2}</i>
          {next.pay}
          <span>{next.unpaid}</span>
        </li>
        <li>
          <i>{3}</i>
          {product.service ? next.visited : order.isInstalled ? next.installed : next.delivered}
        </li>
      </ol>
      <button
        type="button"
        className={styles.go}
        onClick={() => {
          onClose();
          openPaymentPage(order.paymentUrl);
        }}
      >
        {payNext(rupeesAndPaise(order.total))}
      </button>
      {orderUrl && (
        <a className={styles.later} href={orderUrl}>
          {payLater(minutesLeft)}
        </a>
      )}
    </Alert>
  );
}

/** The order was not taken, and why; the form stays below with what was typed. */
export function FailedDialog({ reason, onClose }: { reason: string; onClose(): void }) {
  const { failed, back } = orderFormMessages();
  return (
    <Alert title={failed} text={reason} icon={<CircleAlert aria-hidden size={28} />} isBad onClose={onClose}>
      <button type="button" className={styles.go} onClick={onClose}>
        {back}
      </button>
    </Alert>
  );
}

interface AlertProps {
  title: string;
  text: string;
  icon: ReactNode;
  isBad?: boolean;
  children: ReactNode;
  onClose(): void;
}

function Alert({ title, text, icon, isBad = false, children, onClose }: AlertProps) {
  const modal = useModal(onClose);
  const id = useId();
  return (
    <dialog
      {...modal}
      role="alertdialog"
      className={styles.alert}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
    >
      <span className={`${styles.ring} ${isBad ? styles.bad : ''}`}>{icon}</span>
      <h2 id={`${id}-title`}>{title}</h2>
      <p id={`${id}-text`}>
        <Unbroken text={text} />
      </p>
      {children}
    </dialog>
  );
}
