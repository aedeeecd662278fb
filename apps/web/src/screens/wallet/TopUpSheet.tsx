import { ShieldCheck, Zap } from 'lucide-react';
import { type RefObject, type SubmitEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { missingPaise } from '@bijli/contract/charge-choice';
import { nearestPaise, rupees } from '@bijli/contract/money';
import type { PaymentOrder } from '@bijli/contract/payments';
import { decimalOf, typedDecimal } from '@bijli/contract/typed-decimal';
import type { ProviderName } from '@bijli/contract/wallet';
import { Button } from '@bijli/ui/Button';
import { Totals } from '@bijli/ui/Card';
import { Chip } from '@bijli/ui/Chip';
import { formatRupees, wholeRupees } from '@bijli/ui/format/money';
import { Note } from '@bijli/ui/Notice';
import { notify } from '@bijli/ui/notify';
import { Sheet } from '@bijli/ui/Sheet';
import { useClientConfig } from '#api/client-config.ts';
import { useCheckoutEnded, useStartTopUp } from '#api/wallet.ts';
import { keepCharge } from '#device/charge-to-pay.ts';
import { openCheckout } from '#device/payment-launcher.ts';
import { useMessages } from '#messages/messages.ts';
import { type ChargeToPay, returnFromPayment } from '#paths.ts';
import styles from './TopUpSheet.module.css';

const QUICK_AMOUNTS = [500, 1000, 1500, 2000];
/** Suggested for a charge of which nothing is chosen yet. */
const FIRST_AMOUNT = 500;

interface TopUpSheetProps {
  open: boolean;
  onClose: () => void;
  provider: ProviderName;
  /** Gets focus when the checkout has closed. */
  opener: RefObject<HTMLButtonElement | null>;
  /** Free to spend, in rupees. Undefined while it loads. */
  balance: number | undefined;
  /** The charge that the credits are for, if the sheet was opened from one. */
  charge: ChargeToPay | undefined;
  /** Rupees of a failed payment that the driver wants to repeat. */
  failedAmount: number | undefined;
}

/**
 * A sheet that asks for an amount and opens the provider's checkout. The server decides which amounts are too small.
 */
export function TopUpSheet({ open, onClose, provider, opener, balance, charge, failedAmount }: TopUpSheetProps) {
  const { wallet: messages, common, brand } = useMessages();
  const navigate = useNavigate();
  const checkoutEnded = useCheckoutEnded();
  const [typed, setAmount] = useState<string>();
  const { data: config } = useClientConfig();
  const amount = typed ?? failedAmount?.toString() ?? missingRupees(charge, balance, config?.top_up_min);
  const rupeesToAdd = decimalOf(amount);
  const form = useId();
  const topUp = useStartTopUp(provider);

  const pay = async (order: PaymentOrder) => {
    // The sheet must close first: it would keep focus away from a checkout above it.
    onClose();
    if (charge) keepCharge(order.txnId, charge);
    const returnTo = returnFromPayment(order.txnId);
    const colour = getComputedStyle(document.documentElement).getPropertyValue('--accent').trim();
    const end = await openCheckout(order, { brand, colour }, new URL(returnTo, location.href).href);
    // The checkout had focus, so it is nowhere now.
    if (end.how !== 'left') opener.current?.focus();
    await checkoutEnded(order, end);
    if (end.how === 'not-opened') notify.error(messages.noCheckout);
    else if (end.how !== 'left') void navigate(returnTo, { replace: true });
  };

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    topUp.mutate(
      { body: { amount: rupeesToAdd } },
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
        <Button look="primary" isBlock type="submit" form={form} disabled={!isNumber(amount)} isBusy={topUp.isPending}>
          {rupeesToAdd > 0 ? messages.add(formatRupees(rupeesToAdd)) : messages.addCredit}
        </Button>
      }
    >
      {charge && <ChargePurpose charge={charge} />}
      <form id={form} noValidate onSubmit={submit}>
        <label className={styles.amount}>
          <span aria-hidden>₹</span>
          <input
            className="num"
            inputMode="decimal"
            placeholder="0"
            style={{ width: `${Math.max(1, amount.length)}ch` }}
            aria-label={messages.amount}
            value={amount}
            onChange={(event) => setAmount(typedDecimal(event.target.value))}
          />
        </label>
      </form>
      {balance !== undefined && <TooLittle balance={balance} amount={rupeesToAdd} />}
      <fieldset className={styles.quick} aria-label={messages.quickAmounts}>
        {QUICK_AMOUNTS.map(String).map((quick) => (
          <Chip key={quick} isPressed={amount === quick} onClick={() => setAmount(quick)}>
            {quick}
          </Chip>
        ))}
      </fieldset>
      {charge && charge.total_paise > 0 && balance !== undefined && (
        <BalanceAfter balance={balance} amount={rupeesToAdd} total={rupees(charge.total_paise)} />
      )}
      <Note icon={ShieldCheck}>{messages.payWith(messages.providers[provider])}</Note>
    </Sheet>
  );
}

/** False while it is empty, or only a point or a sign. The server decides which numbers are amounts. */
const isNumber = (typed: string): boolean => typed !== '' && !Number.isNaN(Number(typed));

/** The rupees that the wallet lacks for the charge, but at least the smallest top-up. Empty without a charge. */
function missingRupees(charge: ChargeToPay | undefined, balance: number | undefined, minRupees = 1): string {
  if (!charge || balance === undefined) return '';
  const missing = rupees(missingPaise(charge.total_paise, nearestPaise(balance)));
  const amount = Math.max(charge.total_paise === 0 ? FIRST_AMOUNT : missing, minRupees);
  return Number.isInteger(amount) ? String(amount) : amount.toFixed(2);
}

/** Tells before the payment what a charge needs, and that none can start with a smaller amount. */
function TooLittle({ balance, amount }: { balance: number; amount: number }) {
  const { wallet: messages } = useMessages();
  const least = missingPaise(0, nearestPaise(balance));
  return (
    <p role="status" className={`num ${styles.tooLittle}`}>
      {nearestPaise(amount) < least &&
        (amount > 0 ? messages.tooLittle : messages.leastToStart)(wholeRupees(rupees(least)))}
    </p>
  );
}

/** The charge that credits are added for. */
function ChargePurpose({ charge: { what, where } }: { charge: ChargeToPay }) {
  const { wallet: messages } = useMessages();
  return (
    <div className={styles.purpose}>
      <Zap size={24} fill="currentColor" aria-hidden />
      <p>
        <b className="num">{what}</b>
        {messages.comeBack(where)}
      </p>
    </div>
  );
}

/** The balance now, after the top-up, and after the charge. */
function BalanceAfter({ balance, amount, total }: { balance: number; amount: number; total: number }) {
  const { wallet: messages } = useMessages();
  const after = balance + amount;
  const left = rupees(nearestPaise(after) - nearestPaise(total));
  return (
    <div className={styles.after}>
      <Totals
        lines={[
          [messages.inWalletNow, formatRupees(balance)],
          [messages.afterAdding, formatRupees(after)],
        ]}
        total={[messages.leftAfter, left >= 0 ? formatRupees(left) : messages.notEnough(formatRupees(-left))]}
      />
    </div>
  );
}
