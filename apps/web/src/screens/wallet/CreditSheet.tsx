import { ShieldCheck } from 'lucide-react';
import { type RefObject, type SubmitEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import type { PaymentOrder } from '@bijli/contract/payments';
import type { PaymentOption } from '@bijli/contract/wallet';
import { Button } from '@bijli/ui/Button';
import { Chip } from '@bijli/ui/Chip';
import { Note } from '@bijli/ui/Notice';
import { notify } from '@bijli/ui/notify';
import { Sheet } from '@bijli/ui/Sheet';
import { useCheckoutEnded, useStartTopUp } from '#api/wallet.ts';
import { openCheckout } from '#device/payment-launcher.ts';
import { useMessages } from '#messages/messages.ts';
import { returnFromPayment } from '#paths.ts';
import styles from './CreditSheet.module.css';

const QUICK_AMOUNTS = ['500', '1000', '1500', '2000'];

interface CreditSheetProps {
  open: boolean;
  onClose: () => void;
  option: PaymentOption;
  /** Has the focus again once the checkout is closed. */
  opener: RefObject<HTMLButtonElement | null>;
}

/** Asks how much to add and opens the provider's checkout. What is too little is for the server to say. */
export function CreditSheet({ open, onClose, option, opener }: CreditSheetProps) {
  const { wallet: messages, common, brand } = useMessages();
  const navigate = useNavigate();
  const checkoutEnded = useCheckoutEnded();
  const [amount, setAmount] = useState('');
  const form = useId();
  const topUp = useStartTopUp(option);

  const pay = async (order: PaymentOrder) => {
    // A sheet that keeps the focus would keep it from a checkout above it.
    onClose();
    const returnTo = returnFromPayment(order.txnId);
    const colour = getComputedStyle(document.documentElement).getPropertyValue('--accent').trim();
    const end = await openCheckout(order, { brand, colour }, new URL(returnTo, location.href).href);
    // The checkout has taken the focus away with it.
    if (end.how !== 'left') opener.current?.focus();
    await checkoutEnded(order, end);
    if (end.how === 'not-opened') notify.error(messages.noCheckout);
    else if (end.how !== 'left') void navigate(returnTo, { replace: true });
  };

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    topUp.mutate(
      { body: { amount: Number(amount) } },
      {
        onSuccess: (order) => void pay(order),
      },
    );
  };

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={messages.addCredit}
      closeLabel={common.close}
      foot={
        <Button look="primary" block type="submit" form={form} busy={topUp.isPending}>
          {messages.addCredit}
        </Button>
      }
    >
      <form id={form} noValidate onSubmit={submit}>
        <label className={styles.amount}>
          <span aria-hidden>₹</span>
          <input
            className="num"
            type="number"
            inputMode="decimal"
            placeholder="0"
            style={{ width: `${Math.max(1, amount.length)}ch` }}
            aria-label={messages.amount}
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
          />
        </label>
      </form>
      <fieldset className={styles.quick} aria-label={messages.quickAmounts}>
        {QUICK_AMOUNTS.map((quick) => (
          <Chip key={quick} pressed={amount === quick} onClick={() => setAmount(quick)}>
            {quick}
          </Chip>
        ))}
      </fieldset>
      <Note icon={ShieldCheck}>{messages.payWith(messages.providers[option])}</Note>
    </Sheet>
  );
}
