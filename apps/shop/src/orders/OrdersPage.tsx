import { ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { OrderView } from '@bijli/contract/shop-orders';
import { forgetBuyer } from '#device/known-buyer.ts';
import { useOwnOrders } from '#device/own-orders.ts';
import { forgetOrder, forgetOrders, type StoredOrder } from '#device/stored-orders.ts';
import { ParcelDrawing } from '#drawings/ParcelDrawing.tsx';
import { shopPath } from '#frame/shop-path.ts';
import { messages } from '#messages/messages.ts';
import { ordersMessages } from '#messages/orders-messages.ts';
import { rupeesAndPaise } from '#parts/amount.ts';
import { EmptyState } from '#parts/EmptyState.tsx';
import { formatDateTime } from '#parts/india-times.ts';
import { orderedTexts } from '#parts/product-texts.ts';
import { ProductPicture } from '#parts/ProductPicture.tsx';
import { stateTextsOf } from './order-state-texts.ts';
import { fetchOrder, type FetchedOrder } from './use-order.ts';
import tones from './order-tones.module.css';
import styles from './OrdersPage.module.css';

/** The orders of the account that is signed in to the app, and those that were opened in this browser. */
export function OrdersPage() {
  const { orders, isSignedIn, isLoading, hasFailed, hasStored } = useOwnOrders();
  const [hasForgotten, setHasForgotten] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const { text, textSignedIn, none, noneSignedIn, noneText, shop, forget, forgetText, loading, failed } =
    ordersMessages().orders;
  if (orders.length === 0 && !isLoading && !hasFailed) {
    return (
      <div className={styles.none}>
        <EmptyState drawing={<ParcelDrawing />} title={isSignedIn ? noneSignedIn : none} text={noneText} isPage>
          <a ref={hasForgotten ? focus : undefined} href={shopPath('/products')}>
            {shop}
          </a>
        </EmptyState>
      </div>
    );
  }
  // The pressed button disappears with its row. Focus goes to the next row, or to the one before.
  const leave = (button: HTMLButtonElement): void => {
    const controls = [...(list.current?.querySelectorAll<HTMLElement>('a, button') ?? [])];
    const pressed = controls.indexOf(button);
    focus(controls[pressed + 1] ?? controls[pressed - 1] ?? heading.current);
    setHasForgotten(true);
  };
  return (
    <div className={styles.page}>
      <h1 ref={heading} tabIndex={-1}>
        {messages().ownOrders}
      </h1>
      <p className={styles.text} role="status">
        {isLoading ? loading : hasFailed ? failed : isSignedIn ? textSignedIn : text}
      </p>
      <ul ref={list} className={styles.list}>
        {orders.map((one) => (
          <li key={`${one.reference}.${one.sig}`}>
            <RememberedOrder {...one} onLeave={leave} />
          </li>
        ))}
      </ul>
      {hasStored && (
        <>
          <p className={styles.text}>{forgetText}</p>
          <button
            type="button"
            className={styles.forget}
            onClick={() => {
              setHasForgotten(true);
              forgetOrders();
              forgetBuyer();
            }}
          >
            {forget}
          </button>
        </>
      )}
    </div>
  );
}

/** One order of the list: its state, or why it cannot be shown and what the buyer can do. */
function RememberedOrder({ reference, sig, onLeave }: StoredOrder & { onLeave: (button: HTMLButtonElement) => void }) {
  const { fetched, retry, fetchAgain } = useFetchedOrder(reference, sig);
  const isLoading = fetched === undefined || retry === 'running';
  const { loading, expired, sendFor, wrongLink, remove, removeFor, noAnswer, tryAgain, tryAgainFor } =
    ordersMessages().orders;
  // Gives focus to what replaces the pressed button.
  const takeFocus = retry === 'none' ? undefined : focus;
  if (fetched?.order) return <OrderRow order={fetched.order} sig={sig} link={takeFocus} />;
  const sentences = { expired, wrong_link: wrongLink, no_answer: noAnswer };
  const problem = fetched?.problem;
  return (
    <div className={styles.row} aria-busy={isLoading}>
      <b>{ordersMessages().status.crumb(reference)}</b>
      <small role="status">{isLoading ? loading : sentences[problem ?? 'no_answer']}</small>
      {problem === 'expired' && (
        <form method="post" action={shopPath(`/order/${reference}/link?sig=${encodeURIComponent(sig)}`)}>
          <button ref={takeFocus} className={styles.act} aria-label={sendFor(reference)}>
            {ordersMessages().link.send}
          </button>
        </form>
      )}
      {problem === 'wrong_link' && (
        <button
          ref={takeFocus}
          type="button"
          className={styles.act}
          aria-label={removeFor(reference)}
          onClick={({ currentTarget }) => {
            onLeave(currentTarget);
            forgetOrder({ reference, sig });
          }}
        >
          {remove}
        </button>
      )}
      {problem === 'no_answer' && (
        <button type="button" className={styles.act} aria-label={tryAgainFor(reference)} onClick={fetchAgain}>
          {tryAgain}
        </button>
      )}
    </div>
  );
}

/** Hook: the result of asking the server for an order. Undefined until the first answer. */
function useFetchedOrder(reference: string, sig: string) {
  const [fetched, setFetched] = useState<FetchedOrder>();
  const [retry, setRetry] = useState<'none' | 'running' | 'done'>('none');
  useEffect(() => {
    let isWanted = true;
    void fetchOrder(reference, sig).then((answer) => isWanted && setFetched(answer));
    return () => {
      isWanted = false;
    };
  }, [reference, sig]);
  const fetchAgain = async (): Promise<void> => {
    setRetry('running');
    setFetched(await fetchOrder(reference, sig));
    setRetry('done');
  };
  return { fetched, retry, fetchAgain };
}

const focus = (element: HTMLElement | null): void => element?.focus();

interface OrderRowProps {
  order: OrderView;
  sig: string;
  link: ((element: HTMLElement | null) => void) | undefined;
}

function OrderRow({ order, sig, link }: OrderRowProps) {
  const { state, tone } = stateTextsOf(order);
  const { name, lang } = orderedTexts(order);
  const isInstalled = order.installation_price !== undefined;
  const what = [
    order.quantity > 1 && ordersMessages().summary.units(order.quantity),
    isInstalled && messages().product.installation.included,
  ];
  return (
    <a ref={link} href={shopPath(`/order/${order.reference}?sig=${encodeURIComponent(sig)}`)}>
      <span className={styles.picture}>
        <ProductPicture src={order.image || undefined} alt="" colour={order.colour} sizes="112px" />
      </span>
      <span>
        <b lang={lang}>{name}</b>
        {what.some(Boolean) && <small>{what.filter(Boolean).join(', ')}</small>}
        <small>{ordersMessages().orders.line(order.reference, formatDateTime(order.created_at))}</small>
        <span className={styles.line}>
          <em className={tones[tone]}>{state}</em>
          {rupeesAndPaise(order.total_price)}
        </span>
      </span>
      <ChevronRight aria-hidden size={20} />
    </a>
  );
}
