import { FileText, MessageCircle, ShoppingBag, Star, Undo2 } from 'lucide-react';
import type { MouseEvent, ToggleEvent } from 'react';
import type { OrderView } from '@bijli/contract/shop-orders';
import { useShop } from '#frame/shop-context.ts';
import { inLanguage, productPath, shopPath } from '#frame/shop-path.ts';
import { ordersMessages } from '#messages/orders-messages.ts';
import { rupeesAndPaise } from '#parts/amount.ts';
import styles from './OrderActions.module.css';

interface Props {
  order: OrderView;
}

/** The button to pay, while the order can be paid. */
export function PayForm({ order }: Props) {
  const { paymentMinutes } = useShop().settings;
  const isOpen = order.state === 'awaiting_payment';
  if (!order.can_pay) return null;
  const { pay, payAgainFor, keptAgain } = ordersMessages().status;
  const button = isOpen && order.payment_cancelled_at === null ? pay : payAgainFor;
  return (
    <form method="post" action={shopPath(order.links.pay)}>
      <button className={`${styles.action} ${styles.go}`}>{button(rupeesAndPaise(order.total_price))}</button>
      {!isOpen && <p className={styles.kept}>{keptAgain(paymentMinutes)}</p>}
    </form>
  );
}

/** Further actions: documents, help, ordering again, and cancelling. */
export function OrderActions({ order }: Props) {
  const { support } = useShop().settings;
  const subject = encodeURIComponent(ordersMessages().status.crumb(order.reference));
  const { invoice, creditNote } = ordersMessages().status;
  return (
    <div className={styles.acts}>
      <TaxDocuments
        numbers={order.invoice_numbers}
        link={order.links.invoice}
        name={invoice}
        isOfTwoParts={order.installation_price !== undefined}
      />
      <TaxDocuments numbers={order.credit_note_numbers} link={order.links.credit_note} name={creditNote} />
      {order.can_review && (
        <a href={shopPath(order.links.review)}>
          <Star aria-hidden size={20} />
          {ordersMessages().status.review}
        </a>
      )}
      {(order.state === 'cancelled' || order.state === 'released') && !order.can_pay && (
        <a href={productPath(order.product_id)}>
          <ShoppingBag aria-hidden size={20} />
          {ordersMessages().status.again}
        </a>
      )}
      <a href={`mailto:${support.email}?subject=${subject}`}>
        <MessageCircle aria-hidden size={20} />
        {ordersMessages().status.ask}
      </a>
      {order.can_cancel && <Cancellation order={order} />}
    </div>
  );
}

interface TaxDocumentsProps {
  numbers: string[];
  link: string;
  name(count: number): string;
  /** The first is of the goods, and the second of their installation. */
  isOfTwoParts?: boolean;
}

/** The link to the invoices or credit notes of an order, which are one file. */
function TaxDocuments({ numbers, link, name, isOfTwoParts = false }: TaxDocumentsProps) {
  const [goods, installation] = numbers;
  if (goods === undefined) return null;
  return (
    <a href={inLanguage(link)}>
      <FileText aria-hidden size={20} />
      <span>
        {name(numbers.length)}
        <small>
          {isOfTwoParts && installation !== undefined
            ? ordersMessages().status.invoiceParts(goods, installation)
            : numbers.join(', ')}
        </small>
      </span>
    </a>
  );
}

/** Asks for a confirmation, so that an order is not cancelled by mistake. It works without JavaScript. */
function Cancellation({ order }: Props) {
  const { path } = useShop();
  const { cancel, cancelSure, cancelKeep, cancelPaid, cancelUnpaid } = ordersMessages().status;
  return (
    <details className={styles.cancel} onToggle={bringIntoView}>
      <summary>
        <Undo2 aria-hidden size={20} />
        {cancel}
      </summary>
      <form method="post" action={shopPath(order.links.cancel)} className={styles.sure}>
        <p>{order.paid_at === null ? cancelUnpaid : cancelPaid(rupeesAndPaise(order.refundable))}</p>
        <div>
          <a className={styles.action} href={path} onClick={foldUp}>
            {cancelKeep}
          </a>
          <button className={`${styles.action} ${styles.stop}`}>{cancelSure}</button>
        </div>
      </form>
    </details>
  );
}

/** An opened question may begin at the lower edge of the window, with its answers below. */
function bringIntoView({ currentTarget: question }: ToggleEvent<HTMLDetailsElement>): void {
  if (question.open) question.scrollIntoView({ block: 'nearest' });
}

/** Closes the question that a link is in. Without JavaScript the page loads again, where it is closed. */
function foldUp(event: MouseEvent<HTMLAnchorElement>): void {
  const question = event.currentTarget.closest('details');
  if (!question) return;
  event.preventDefault();
  question.open = false;
  question.querySelector('summary')?.focus();
}
