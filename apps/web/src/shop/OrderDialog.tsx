import type { OrderFields as Fields } from '@bijli/contract/shop-page';
import { orderProblems, orderTotal, priceOf, type OrderField } from '@bijli/contract/shop-rules';
import type { FreshFigures, Product } from '@bijli/contract/storefront';
import { CircleAlert, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import styles from './OrderForm.module.css';
import { OrderFields, problemsInWords } from './OrderFields.tsx';
import { OrderSummary } from './OrderSummary.tsx';
import { launchPayment } from './payment.ts';
import { sendOrder } from './send-order.ts';
import { words } from './words.ts';

const EMPTY: Fields = { name: '', email: '', mobile: '', city: '', pincode: '', shipping: '0', address: '' };

interface Props {
  product: Product;
  colour: string;
  onClose(): void;
}

/** `Complete Your Order`: what is asked of a buyer before the payment. */
export default function OrderDialog({ product, colour, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  const [fields, setFields] = useState(EMPTY);
  const [problems, setProblems] = useState<Partial<Record<OrderField, string>>>({});
  const [refusal, setRefusal] = useState('');
  const [fresh, setFresh] = useState<FreshFigures>();
  const [isBusy, setBusy] = useState(false);
  const key = useRef(crypto.randomUUID());
  const price = fresh?.price ?? priceOf(product);

  useEffect(() => {
    const opener = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);

  function change(field: OrderField, value: string): void {
    setFields((before) => ({ ...before, [field]: value }));
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([name]) => name !== field)));
    // Another order than the one that may have been sent already.
    key.current = crypto.randomUUID();
  }

  async function submit(form: HTMLFormElement): Promise<void> {
    const found = orderProblems(fields);
    setProblems(problemsInWords(found));
    setRefusal('');
    const bad = [...form.elements].find((control) => (control.getAttribute('name') ?? '') in found);
    if (bad instanceof HTMLElement) return bad.focus();
    setBusy(true);
    try {
      const answer = await sendOrder({ product, colour, price, fields, key: key.current });
      if ('paymentUrl' in answer) {
        alert(words.order.placed);
        setFields(({ shipping }) => ({ ...EMPTY, shipping }));
        onClose();
        launchPayment(answer.paymentUrl);
        return;
      }
      if (answer.fresh) {
        setFresh(answer.fresh);
        setFields((before) => ({ ...before, shipping: String(answer.fresh?.shipping_price ?? before.shipping) }));
        key.current = crypto.randomUUID();
        setRefusal(words.order.changed);
      } else {
        setRefusal(answer.message);
        alert(words.order.failed);
      }
    } catch (error) {
      console.error('The order could not be placed', error);
      alert(words.order.failed);
    } finally {
      setBusy(false);
    }
  }

  const count = Object.keys(problems).length;
  const shipping = Number(fields.shipping) > 0 ? Number(fields.shipping) : 0;
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={title}
      onCancel={(event) => {
        // An order on its way is not lost from sight.
        if (isBusy) event.preventDefault();
      }}
      onClose={onClose}
    >
      <form
        noValidate
        className={isBusy ? styles.busy : undefined}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void submit(event.currentTarget);
        }}
      >
        <header className={styles.head}>
          <h2 id={title}>{words.order.title}</h2>
          <button
            type="button"
            className={styles.close}
            aria-label={words.order.close}
            disabled={isBusy}
            onClick={() => dialog.current?.close()}
          >
            <X aria-hidden size={22} />
          </button>
        </header>
        <div className={styles.columns}>
          <div className={styles.fields}>
            {(count > 0 || refusal !== '') && (
              <p className={styles.alert} role="alert">
                <CircleAlert aria-hidden size={20} />
                {count > 0 ? words.order.problems(count) : refusal}
              </p>
            )}
            <OrderFields fields={fields} problems={problems} isBusy={isBusy} onChange={change} />
          </div>
          <OrderSummary
            product={product}
            colour={colour}
            price={price}
            shipping={shipping}
            total={orderTotal(price, fields.shipping)}
          />
        </div>
        <footer className={styles.foot}>
          <button type="button" className={styles.cancel} disabled={isBusy} onClick={() => dialog.current?.close()}>
            {words.order.cancel}
          </button>
          <button className={styles.place} disabled={isBusy}>
            {isBusy && <i className={styles.spin} aria-hidden />}
            {isBusy ? words.order.processing : words.order.place}
          </button>
        </footer>
      </form>
    </dialog>
  );
}
