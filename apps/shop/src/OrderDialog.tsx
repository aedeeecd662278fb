import type { OrderFields as Fields } from '@bijli/contract/shop-page';
import { orderProblems, orderTotal, priceOf, type OrderField } from '@bijli/contract/shop-rules';
import type { FreshFigures, Product } from '@bijli/contract/storefront';
import { CircleAlert } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import styles from './OrderForm.module.css';
import { NO_ENTRIES } from './order-entries.ts';
import { OrderedProduct } from './OrderedProduct.tsx';
import { OrderFields, problemMessages } from './OrderFields.tsx';
import { launchPayment } from './payment.ts';
import { sendOrder } from './send-order.ts';
import { orderMessages } from './order-messages.ts';
import { SheetHead } from './SheetHead.tsx';
import { useModal } from './use-modal.ts';

interface Props {
  product: Product;
  colour: string;
  /** What stands in the form, as typed. */
  entries: Fields;
  onEntries(change: (before: Fields) => Fields): void;
  onClose(): void;
}

/** `Complete Your Order`: what is asked of a buyer before the payment. */
export default function OrderDialog({ product, colour, entries: fields, onEntries, onClose }: Props) {
  const alarm = useRef<HTMLParagraphElement>(null);
  const title = useId();
  const [problems, setProblems] = useState<Partial<Record<OrderField, string>>>({});
  const [refusal, setRefusal] = useState('');
  const [fresh, setFresh] = useState<FreshFigures>();
  const [isBusy, setBusy] = useState(false);
  // An order on its way is not lost from sight.
  const modal = useModal(onClose, isBusy);
  const key = useRef(crypto.randomUUID());
  const price = fresh?.price ?? priceOf(product);

  // It stands above the fields, and whoever has pressed the button may be far below.
  useEffect(() => {
    if (refusal !== '') alarm.current?.focus();
  }, [refusal]);

  function change(field: OrderField, value: string): void {
    onEntries((before) => ({ ...before, [field]: value }));
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([name]) => name !== field)));
    // Another order than the one that may have been sent already.
    key.current = crypto.randomUUID();
  }

  async function submit(form: HTMLFormElement): Promise<void> {
    const found = orderProblems(fields);
    setProblems(problemMessages(found));
    setRefusal('');
    const bad = [...form.elements].find((control) => (control.getAttribute('name') ?? '') in found);
    if (bad instanceof HTMLElement) return bad.focus();
    setBusy(true);
    try {
      const answer = await sendOrder({ product, colour, price, fields, key: key.current });
      if ('paymentUrl' in answer) {
        alert(orderMessages.order.placed);
        onEntries(({ shipping }) => ({ ...NO_ENTRIES, shipping }));
        onClose();
        launchPayment(answer.paymentUrl);
        return;
      }
      if (answer.fresh) {
        setFresh(answer.fresh);
        const { shipping_price: shipping } = answer.fresh;
        onEntries((before) => ({ ...before, shipping: String(shipping) }));
        key.current = crypto.randomUUID();
        setRefusal(orderMessages.order.changed(answer.fresh));
      } else {
        setRefusal(answer.message);
        alert(orderMessages.order.failed);
      }
    } catch (error) {
      console.error('The order could not be placed', error);
      alert(orderMessages.order.failed);
    } finally {
      setBusy(false);
    }
  }

  const count = Object.keys(problems).length;
  const shipping = Number(fields.shipping) > 0 ? Number(fields.shipping) : 0;
  return (
    <dialog {...modal} className={styles.dialog} aria-labelledby={title}>
      <form
        noValidate
        className={isBusy ? styles.busy : undefined}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void submit(event.currentTarget);
        }}
      >
        <SheetHead id={title} title={orderMessages.order.title} isBusy={isBusy} onClose={onClose} />
        <div className={styles.columns}>
          <div className={styles.fields}>
            {(count > 0 || refusal !== '') && (
              <p ref={alarm} className={styles.alert} role="alert" tabIndex={-1}>
                <CircleAlert aria-hidden size={20} />
                {count > 0 ? orderMessages.order.problems(count) : refusal}
              </p>
            )}
            <OrderFields
              fields={fields}
              problems={problems}
              isBusy={isBusy}
              service={product.service}
              onChange={change}
            />
          </div>
          <OrderedProduct
            product={product}
            colour={colour}
            price={price}
            shipping={shipping}
            total={orderTotal(price, fields.shipping)}
          />
        </div>
        <footer className={styles.foot}>
          <button type="button" className={styles.cancel} disabled={isBusy} onClick={onClose}>
            {orderMessages.order.cancel}
          </button>
          <button className={styles.place} disabled={isBusy}>
            {isBusy && <i className={styles.spin} aria-hidden />}
            {isBusy ? orderMessages.order.processing : orderMessages.order.place}
          </button>
        </footer>
      </form>
    </dialog>
  );
}
