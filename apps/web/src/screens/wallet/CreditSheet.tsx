import { ShieldCheck } from 'lucide-react';
import { type SubmitEvent, useId, useState } from 'react';
import type { PaymentOption } from '@bijli/contract/wallet';
import { useStartTopUp } from '#api/wallet.ts';
import { openCheckout } from '#device/payment-launcher.ts';
import { Button } from '#ui/Button.tsx';
import { Chip } from '#ui/Chip.tsx';
import { Note } from '#ui/Notice.tsx';
import { Sheet } from '#ui/Sheet.tsx';
import { notify } from '#ui/Toasts.tsx';
import { useWords } from '#words/words.ts';
import styles from './CreditSheet.module.css';

const QUICK_AMOUNTS = ['500', '1000', '1500', '2000'];

interface CreditSheetProps {
  open: boolean;
  onClose: () => void;
  option: PaymentOption;
}

/** Asks how much to add and leaves for the provider's checkout. What is too little is for the server to say. */
export function CreditSheet({ open, onClose, option }: CreditSheetProps) {
  const { wallet: words, common } = useWords();
  const [amount, setAmount] = useState('');
  const form = useId();
  const topUp = useStartTopUp(option);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    topUp.mutate(
      { body: { amount: Number(amount) } },
      {
        onSuccess: (order) => {
          if (!openCheckout(order)) notify.error(words.noCheckout);
        },
      },
    );
  };

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={words.addCredit}
      closeLabel={common.close}
      foot={
        <Button look="primary" block type="submit" form={form} busy={topUp.isPending}>
          {words.addCredit}
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
            aria-label={words.amount}
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
          />
        </label>
      </form>
      <fieldset className={styles.quick} aria-label={words.quickAmounts}>
        {QUICK_AMOUNTS.map((quick) => (
          <Chip key={quick} pressed={amount === quick} onClick={() => setAmount(quick)}>
            {quick}
          </Chip>
        ))}
      </fieldset>
      <Note icon={ShieldCheck}>{words.payWith(words.providers[option])}</Note>
    </Sheet>
  );
}
