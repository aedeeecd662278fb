import type { ShopPage } from '@bijli/contract/shop-page';
import type { OrderView } from '@bijli/contract/storefront';
import { Ban, Check, ChevronRight, CircleAlert, FileText, MessageCircle, Package, Truck, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { atTime, inPaise } from './format.ts';
import { useShop } from './navigation.ts';
import { OrderTimeline } from './OrderTimeline.tsx';
import styles from './OrderStatusPage.module.css';
import { ProductPicture } from './ProductPicture.tsx';
import { words } from './words.ts';

const LOOK_AGAIN_MS = 4000;

/** How an order stands, for whoever has its link. */
export function OrderStatusPage({ order: first, sig, notice }: Extract<ShopPage, { kind: 'order' }>) {
  const order = useOrder(first, sig);
  const { support } = useShop().settings;
  const query = `?sig=${encodeURIComponent(sig)}`;
  const paper = (kind: string): string => `/api-v1/open/order/${order.reference}/${kind}.pdf${query}`;
  const told = words.status.notices[notice];
  return (
    <>
      <nav className={styles.crumb} aria-label={words.product.crumb}>
        <a href="/products">{words.chargers}</a>
        <ChevronRight aria-hidden size={16} />
        <span>{words.status.crumb(order.reference)}</span>
      </nav>
      <div className={styles.track}>
        <div>
          {told !== undefined && (
            <p className={styles.notice} role="alert">
              <CircleAlert aria-hidden size={20} />
              {told}
            </p>
          )}
          <div role="status">
            <State order={order} />
            <h1 className={styles.title}>{words.status.titles[order.state]}</h1>
            <p className={styles.text}>{textOf(order)}</p>
          </div>
          <OrderTimeline order={order} />
        </div>
        <div className={styles.side}>
          <Summary order={order} />
          {!order.service && (
            <section className={styles.panel}>
              <h2>{words.status.deliverTo}</h2>
              <address>
                {order.name}
                <br />
                {order.address}
                <br />
                {order.city} {order.pincode}
              </address>
            </section>
          )}
          <div className={styles.acts}>
            {order.state === 'awaiting_payment' && (
              <Deed action={`/order/${order.reference}/pay${query}`} go label={words.status.pay} />
            )}
            {order.state === 'released' && order.refund === 'none' && (
              <Deed action={`/order/${order.reference}/pay${query}`} go label={words.status.payAgain} />
            )}
            {order.invoice_number && (
              <a href={paper('invoice')}>
                <FileText aria-hidden size={20} />
                {words.status.invoice}
              </a>
            )}
            {order.credit_note_number && (
              <a href={paper('credit_note')}>
                <FileText aria-hidden size={20} />
                {words.status.creditNote}
              </a>
            )}
            <a href={`mailto:${support.email}?subject=${encodeURIComponent(words.status.crumb(order.reference))}`}>
              <MessageCircle aria-hidden size={20} />
              {words.status.ask}
            </a>
            {order.can_cancel && (
              <Deed action={`/order/${order.reference}/cancel${query}`} label={words.status.cancel} />
            )}
          </div>
        </div>
      </div>
    </>
  );
}

/** The order as it stands now: asked for again while a payment or a refund is on its way. */
function useOrder(first: OrderView, sig: string): OrderView {
  const [order, setOrder] = useState(first);
  const isMoving = order.state === 'awaiting_payment' || order.refund === 'pending';
  useEffect(() => {
    if (!isMoving) return undefined;
    const timer = setInterval(async () => {
      try {
        const answer = await fetch(`/api-v1/open/order/${order.reference}?sig=${encodeURIComponent(sig)}`);
        if (answer.ok) setOrder((await answer.json()) as OrderView);
      } catch (error) {
        console.warn('The order could not be asked after', error);
      }
    }, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isMoving, order.reference, sig]);
  return order;
}

const ICON = {
  awaiting_payment: Package,
  paid: Check,
  dispatched: Truck,
  delivered: Check,
  released: Ban,
  cancelled: Undo2,
};

function State({ order }: { order: OrderView }) {
  const Icon = ICON[order.state];
  const tone = {
    awaiting_payment: styles.wait,
    released: styles.off,
    cancelled: styles.off,
    paid: '',
    dispatched: '',
    delivered: '',
  };
  return (
    <span className={`${styles.state} ${tone[order.state]}`}>
      <Icon aria-hidden size={18} />
      {words.status.states[order.state]}
    </span>
  );
}

function textOf(order: OrderView): string {
  const { texts } = words.status;
  if (order.state === 'awaiting_payment') return texts.awaiting_payment(atTime(order.reserved_until));
  if (order.state === 'paid' && order.service) return texts.paidService;
  if (order.state === 'released' && order.refund !== 'none') return texts.late;
  return texts[order.state];
}

function Summary({ order }: { order: OrderView }) {
  return (
    <section className={styles.panel}>
      <h2>{words.order.summary}</h2>
      <div className={styles.item}>
        <ProductPicture src={order.image || undefined} alt="" colour={order.colour} sizes="96px" />
        <p>
          <b>{order.product_name}</b>
          <span>{[words.product.sku, order.sku, order.colour && `· ${order.colour}`].filter(Boolean).join(' ')}</span>
        </p>
      </div>
      <dl className={styles.bill}>
        <div>
          <dt>{words.order.price}</dt>
          <dd>{inPaise(order.price)}</dd>
        </div>
        <div>
          <dt>{words.order.shipping}</dt>
          <dd>{inPaise(order.shipping_price)}</dd>
        </div>
        <div className={styles.total}>
          <dt>{words.order.total}</dt>
          <dd>{inPaise(order.total_price)}</dd>
        </div>
      </dl>
    </section>
  );
}

/** A deed as a form, so that it needs no JavaScript. */
function Deed({ action, label, go = false }: { action: string; label: string; go?: boolean }) {
  return (
    <form method="post" action={action}>
      <button className={go ? styles.go : undefined}>{label}</button>
    </form>
  );
}
