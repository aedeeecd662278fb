import { Ban, Check, CircleAlert, Package, Truck, Undo2, Wrench } from 'lucide-react';
import { useEffect } from 'react';
import type { OrderView } from '@bijli/contract/shop-orders';
import type { ShopPage } from '@bijli/contract/shop-page';
import { spacedPhone } from '@bijli/ui/format/text';
import { keepOrder } from '#device/stored-orders.ts';
import { productPath, shopPath } from '#frame/shop-path.ts';
import { messages } from '#messages/messages.ts';
import { ordersMessages } from '#messages/orders-messages.ts';
import { Breadcrumb } from '#parts/Breadcrumb.tsx';
import { orderedTexts } from '#parts/product-texts.ts';
import { stateTextsOf } from './order-state-texts.ts';
import { OrderActions, PayForm } from './OrderActions.tsx';
import { OrderSummary } from './OrderSummary.tsx';
import { OrderTimeline } from './OrderTimeline.tsx';
import { useOrder } from './use-order.ts';
import tones from './order-tones.module.css';
import styles from './OrderStatusPage.module.css';

const ICON = { parcel: Package, done: Check, lorry: Truck, stop: Ban, back: Undo2 };

/** The state of an order, for anyone who has its link. */
export function OrderStatusPage({ order: first, sig, notice }: Extract<ShopPage, { kind: 'order' }>) {
  const order = useOrder(first, sig);
  useEffect(() => keepOrder({ reference: first.reference, sig }), [first.reference, sig]);
  const { state, title, text, tone, icon, totalName } = stateTextsOf(order);
  const Icon = ICON[icon];
  const sentence = ordersMessages().status.notices.get(notice);
  const { summary } = ordersMessages();
  const { name, colourName, lang } = orderedTexts(order);
  return (
    <>
      <Breadcrumb
        above={{ href: shopPath('/orders'), name: messages().ownOrders }}
        page={ordersMessages().status.crumb(order.reference)}
      />
      <div className={styles.track}>
        <div>
          {sentence !== undefined && (
            <p className={styles.notice} role="alert">
              <CircleAlert aria-hidden size={20} />
              {sentence}
            </p>
          )}
          <div role="status">
            <span className={`${styles.state} ${tones[tone]}`}>
              <Icon aria-hidden size={18} />
              {state}
            </span>
            <h1 className={styles.title}>{title}</h1>
            <p className={styles.text}>{text}</p>
          </div>
          <div className={styles.action}>
            <PayForm order={order} />
            {order.installation_id !== undefined && <Installation id={order.installation_id} />}
          </div>
          <OrderTimeline order={order} />
        </div>
        <div className={styles.side}>
          <section className={styles.panel}>
            <OrderSummary
              texts={summary}
              name={name}
              lang={lang}
              image={order.image || undefined}
              colour={order.colour}
              note={[
                `${messages().product.sku} ${order.sku}`,
                colourName,
                order.quantity > 1 && summary.units(order.quantity),
              ]
                .filter(Boolean)
                .join(' · ')}
              quantity={order.quantity}
              price={order.price}
              installationPrice={order.installation_price}
              shipping={order.shipping_price}
              total={order.total_price}
              totalName={totalName}
            />
          </section>
          <Destination order={order} />
          <OrderActions order={order} />
        </div>
      </div>
    </>
  );
}

/** Where it goes, or where somebody comes. */
function Destination({ order }: { order: OrderView }) {
  const { status, summary } = ordersMessages();
  return (
    <section className={styles.panel}>
      <h2>{order.service ? status.visitAt : status.deliverTo}</h2>
      <address>
        {order.name}
        <br />
        {order.address}
        <br />
        {order.city} {order.pincode}
        <br />
        {spacedPhone(`+91${order.mobile}`)}
        {order.gstin !== '' && (
          <>
            <br />
            {summary.gstin(order.gstin)}
          </>
        )}
      </address>
    </section>
  );
}

/** Who has paid for a charger may still think that its installation is included. */
function Installation({ id }: { id: string }) {
  return (
    <p className={styles.installation}>
      <Wrench aria-hidden size={20} />
      <span>{ordersMessages().summary.notInstalled}</span>
      <a href={productPath(id)}>{ordersMessages().status.installation}</a>
    </p>
  );
}
