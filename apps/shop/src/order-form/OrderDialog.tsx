import { CircleAlert } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { enteredTotal } from '@bijli/contract/order-rules';
import { fillKnown } from '#device/known-buyer.ts';
import { orderFormMessages } from '#messages/order-form-messages.ts';
import { rupeesAndPaise } from '#parts/amount.ts';
import { SheetHeader } from '#parts/SheetHeader.tsx';
import { useModal } from '#parts/use-modal.ts';
import { FailedDialog, PlacedDialog } from './OrderAlerts.tsx';
import { OrderedProduct } from './OrderedProduct.tsx';
import { OrderFields } from './OrderFields.tsx';
import { type OrderFormOptions, useOrderForm } from './use-order-form.ts';
import styles from './OrderForm.module.css';

interface OrderDialogProps extends OrderFormOptions {
  /** True if the dialog was not opened before on this page. */
  isFirst: boolean;
  onOpened: () => void;
  onClose: () => void;
}

/** `Complete Your Order`: what is asked of a buyer before the payment, and then that it is placed. */
export default function OrderDialog({ isFirst, onOpened, onClose, ...options }: OrderDialogProps) {
  const form = useOrderForm(options);
  useEffect(() => {
    if (isFirst) void fillKnown(options.onEntries);
    onOpened();
    // Once it opens: what the buyer empties stays empty.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  if (form.placed) return <PlacedDialog order={form.placed} product={options.product} onClose={onClose} />;
  return (
    <>
      <FormDialog {...options} form={form} onClose={onClose} />
      {form.hasFailed && <FailedDialog reason={form.refusal} onClose={form.tryAgain} />}
    </>
  );
}

interface FormDialogProps extends OrderFormOptions {
  form: ReturnType<typeof useOrderForm>;
  onClose: () => void;
}

function FormDialog({ form, onClose, ...options }: FormDialogProps) {
  const { product, installation, colour, entries: fields } = options;
  const { problems, refusal, isBusy, price, installationPrice, change, submit } = form;
  // The dialog cannot be closed while the order is being sent.
  const modal = useModal(onClose, isBusy);
  const title = useId();
  const total = enteredTotal(price + (installationPrice ?? 0), fields);
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
        <SheetHeader id={title} title={orderFormMessages().title} isBusy={isBusy} onClose={onClose} />
        <div className={styles.columns}>
          <div className={styles.fields}>
            <Alarm problems={Object.keys(problems).length} refusal={refusal} />
            <OrderFields
              fields={fields}
              problems={problems}
              isBusy={isBusy}
              product={product}
              installation={installation}
              onChange={change}
            />
          </div>
          <OrderedProduct
            product={product}
            installation={installation}
            colour={colour}
            price={price}
            installationPrice={installationPrice}
            shipping={shipping}
            quantity={fields.quantity}
            total={total}
          />
        </div>
        <Foot total={total} isBusy={isBusy} onCancel={onClose} />
      </form>
    </dialog>
  );
}

/** How many fields are wrong, or why the order was refused. */
function Alarm({ problems, refusal }: { problems: number; refusal: string }) {
  const alarm = useRef<HTMLParagraphElement>(null);
  // It stands above the fields, and whoever has pressed the button may be far below.
  useEffect(() => {
    if (refusal !== '') alarm.current?.focus();
  }, [refusal]);
  if (problems === 0 && refusal === '') return null;
  return (
    <p ref={alarm} className={styles.alert} role="alert" tabIndex={-1}>
      <CircleAlert aria-hidden size={20} />
      {problems > 0 ? orderFormMessages().problems(problems) : refusal}
    </p>
  );
}

/** The total stands beside the button that binds to it, however far the form is scrolled. */
function Foot({ total, isBusy, onCancel }: { total: number; isBusy: boolean; onCancel: () => void }) {
  return (
    <footer className={styles.foot}>
      <p className={styles.sum}>
        {orderFormMessages().summary.total} <b>{rupeesAndPaise(total)}</b>
      </p>
      <button type="button" className={styles.cancel} disabled={isBusy} onClick={onCancel}>
        {orderFormMessages().cancel}
      </button>
      <button className={styles.place} disabled={isBusy}>
        {isBusy && <i className={styles.spin} aria-hidden />}
        {isBusy ? orderFormMessages().processing : orderFormMessages().place}
      </button>
    </footer>
  );
}
