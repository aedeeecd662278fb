import type { OrderView } from '@bijli/contract/storefront';
import { ChevronRight } from 'lucide-react';
import { useEffect, useState } from 'react';
import { EmptyPlace } from './EmptyPlace.tsx';
import { atTime, inPaise } from './format.ts';
import { forgetOrders, useKeptOrders, type KeptOrder } from './kept.ts';
import { storyOf } from './order-story.ts';
import tones from './order-tones.module.css';
import styles from './OrdersPage.module.css';
import { ProductPicture } from './ProductPicture.tsx';
import { fetchOrder } from './use-order.ts';
import { words } from './words.ts';
import { orderWords } from './order-words.ts';

type Found = KeptOrder & { order: OrderView };

/** The orders that were opened in this browser; nobody signs in to buy, so it alone knows them. */
export function OrdersPage() {
  const kept = useKeptOrders();
  const found = useFound(kept);
  const { text, none, noneText, shop, forget, forgetText } = orderWords.orders;
  if (kept.length === 0 || found?.length === 0) {
    return (
      <div className={styles.none}>
        <EmptyPlace drawing="parcel" title={none} text={noneText} page>
          <a href="/products">{shop}</a>
        </EmptyPlace>
      </div>
    );
  }
  return (
    <div className={styles.page}>
      <h1>{words.ownOrders}</h1>
      <p className={styles.text}>{text}</p>
      <ul className={styles.list} aria-busy={found === undefined}>
        {found?.map((one) => (
          <Ordered key={one.reference} {...one} />
        ))}
        {found === undefined && kept.map(({ reference }) => <li key={reference} className={styles.coming} />)}
      </ul>
      <p className={styles.text}>{forgetText}</p>
      <button type="button" className={styles.forget} onClick={forgetOrders}>
        {forget}
      </button>
    </div>
  );
}

/** What became of the orders kept, the newest first; undefined while they are asked for. */
function useFound(kept: KeptOrder[]): Found[] | undefined {
  const [found, setFound] = useState<Found[]>();
  useEffect(() => {
    let isWanted = true;
    const asked = kept.map(async (one) => {
      try {
        const order = await fetchOrder(one.reference, one.sig);
        return order && { ...one, order };
      } catch (error) {
        console.error('The order could not be asked after', error);
        return undefined;
      }
    });
    void Promise.all(asked).then((all) => isWanted && setFound(all.filter((one) => one !== undefined)));
    return () => {
      isWanted = false;
    };
  }, [kept]);
  return found;
}

function Ordered({ order, sig }: Found) {
  const { state, tone } = storyOf(order);
  return (
    <li>
      <a href={`/order/${order.reference}?sig=${encodeURIComponent(sig)}`}>
        <span className={styles.picture}>
          <ProductPicture src={order.image || undefined} alt="" colour={order.colour} sizes="112px" />
        </span>
        <span>
          <b>{order.product_name}</b>
          <small>{orderWords.orders.line(order.reference, atTime(order.created_at))}</small>
          <span className={styles.line}>
            <em className={tones[tone]}>{state}</em>
            {inPaise(order.total_price)}
          </span>
        </span>
        <ChevronRight aria-hidden size={20} />
      </a>
    </li>
  );
}
