import { Plus, ReceiptIndianRupee } from 'lucide-react';
import { type Ref, useId, useRef, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { MINIMUM_BALANCE_PAISE } from '@bijli/contract/charge-estimate';
import { rupees } from '@bijli/contract/money';
import { Button } from '@bijli/ui/Button';
import { cx } from '@bijli/ui/cx';
import { formatRupees } from '@bijli/ui/format/money';
import { historyTime } from '@bijli/ui/format/time';
import layout from '@bijli/ui/layout.module.css';
import { Empty } from '@bijli/ui/Notice';
import { Skeleton } from '@bijli/ui/Skeleton';
import text from '@bijli/ui/text.module.css';
import { useRunningCharge } from '#api/charging.ts';
import { useWallet } from '#api/wallet.ts';
import { chargeOf } from '#device/charge-to-pay.ts';
import { useMessages } from '#messages/messages.ts';
import { FailedToLoad } from '#parts/answers/FailedToLoad.tsx';
import { MoreRows } from '#parts/answers/MoreRows.tsx';
import { OfflineCopy } from '#parts/answers/OfflineCopy.tsx';
import { useIsCopy } from '#parts/answers/use-is-copy.ts';
import {
  type ChargeToPay,
  paths,
  PAYMENT_PARAMETER,
  stationPage,
  type StationNavigation,
  type WalletNavigation,
} from '#paths.ts';
import { Frame } from '#shell/Frame.tsx';
import { History, HistorySkeleton } from './History.tsx';
import { PaymentBanner } from './PaymentBanner.tsx';
import { TopUpSheet } from './TopUpSheet.tsx';
import styles from './WalletScreen.module.css';

/** From this amount on, the balance does not fit on one line of the narrowest phone in large type. */
const MIN_LONG_RUPEES = 1_000_000;

/** A payment that is repeated with the same amount, for the same charge if it was for one. */
interface Repeated {
  rupees: number;
  charge: ChargeToPay | undefined;
}

/** How often credits were to be added, and what is repeated the last time. */
interface Again {
  times: number;
  of?: Repeated;
}

/** The wallet: its balance, a button to add credits, and its history. */
export default function WalletScreen() {
  const { wallet: messages } = useMessages();
  const navigate = useNavigate();
  const opening = useLocation().state as Partial<WalletNavigation> | null;
  const [isAdding, setAdding] = useState(Boolean(opening?.popopen));
  const [again, setAgain] = useState<Again>({ times: 0 });
  const addButton = useRef<HTMLButtonElement>(null);
  const [search] = useSearchParams();
  const returnedTxnId = search.get(PAYMENT_PARAMETER) ?? undefined;
  // Opens the station's page again. Going back in the history would not work, because the checkout has added entries of
  // its own.
  const backToCharge = ({ property_id: id, choice }: ChargeToPay) => {
    const state: StationNavigation = { sheet: 'charge', choice };
    void navigate(stationPage(id), { replace: true, state });
  };
  const payAgain = (rupees: number, txnId: string) => {
    setAgain(({ times }) => ({ times: times + 1, of: { rupees, charge: chargeOf(txnId) } }));
    setAdding(true);
  };
  const query = useWallet();
  const { data, isError, refetch, dataUpdatedAt } = query;
  const isCopy = useIsCopy(query);

  return (
    <Frame title={messages.title} isRoot hasFooterBar isCentred={isError && !data}>
      <div className={styles.banner}>{data && <OfflineCopy of={query} />}</div>
      {returnedTxnId !== undefined && (
        <PaymentBanner
          txnId={returnedTxnId}
          onDismiss={() => void navigate(paths.wallet, { replace: true })}
          onTryAgain={(rupees) => payAgain(rupees, returnedTxnId)}
          onBackToCharge={backToCharge}
        />
      )}
      {isError && !data ? (
        <FailedToLoad title={messages.failedTitle} onRetry={refetch} />
      ) : (
        <div className={`${layout.columns} ${styles.columns}`}>
          <div className={styles.side}>
            <BalanceCard
              balance={data?.wallet.balance}
              held={data?.wallet.held ?? 0}
              isCopy={data !== undefined && isCopy}
              answeredAtMs={dataUpdatedAt}
              onAdd={() => {
                setAgain(({ times }) => ({ times }));
                setAdding(true);
              }}
              addButton={addButton}
            />
            <p className={`num ${styles.rate}`}>{messages.rate(formatRupees(rupees(MINIMUM_BALANCE_PAISE)))}</p>
          </div>
          <section aria-busy={!data}>
            {data?.wallet.payment_history.length === 0 ? (
              <Empty icon={ReceiptIndianRupee} title={messages.emptyTitle}>
                {messages.empty}
              </Empty>
            ) : (
              <>
                <h2 className={`${text.title2} ${styles.transactions}`}>{messages.transactions}</h2>
                {data ? (
                  <History
                    entries={data.wallet.payment_history}
                    toldTxnId={returnedTxnId}
                    onPayAgain={({ txnId, rupees }) => payAgain(rupees, txnId)}
                  />
                ) : (
                  <HistorySkeleton />
                )}
                <MoreRows of={query} />
              </>
            )}
          </section>
        </div>
      )}
      <TopUpSheet
        // A new key removes what was typed before, so that the sheet shows the amount to repeat.
        key={again.times}
        open={isAdding}
        onClose={() => setAdding(false)}
        provider={data?.payment_option ?? 'phonepe'}
        opener={addButton}
        balance={data?.wallet.balance}
        charge={again.of ? again.of.charge : (opening?.charge ?? chargeOf(returnedTxnId))}
        failedAmount={again.of?.rupees}
      />
    </Frame>
  );
}

interface BalanceCardProps {
  /** Free to spend, in rupees. Undefined while it loads. */
  balance: number | undefined;
  held: number;
  /** The balance is an offline copy and cannot be fetched now. */
  isCopy: boolean;
  answeredAtMs: number;
  onAdd: () => void;
  addButton: Ref<HTMLButtonElement>;
}

function BalanceCard({ balance, held, isCopy, answeredAtMs, onAdd, addButton }: BalanceCardProps) {
  const { wallet: messages, charging } = useMessages();
  const isCharging = Boolean(useRunningCharge().data);
  const whyId = useId();
  return (
    <section className={styles.balance}>
      <p className={cx(styles.label, 'num')}>
        {messages.balance}
        {isCopy && <AsOf answeredAtMs={answeredAtMs} />}
      </p>
      <p className={cx(styles.amount, (balance ?? 0) >= MIN_LONG_RUPEES && styles.long, 'num')}>
        {balance === undefined ? <Skeleton width={200} height={48} /> : formatRupees(balance)}
      </p>
      {/* Smaller than the balance and not added to it, so that only one amount looks spendable. */}
      <div className={`${styles.held} num`}>
        <dl>
          <dt>{messages.held}</dt>
          <dd>{balance === undefined ? <Skeleton width={72} height={20} /> : formatRupees(held)}</dd>
        </dl>
        <p>
          {held > 0 ? messages.heldHint : messages.heldNone}{' '}
          {isCharging && <Link to={paths.nextCharging}>{charging.seeCharge}</Link>}
        </p>
      </div>
      <div className={styles.add}>
        <Button
          ref={addButton}
          look="primary"
          isBlock
          disabled={isCopy}
          aria-describedby={isCopy ? whyId : undefined}
          onClick={onAdd}
        >
          <Plus size={24} aria-hidden />
          {messages.addCredit}
        </Button>
        {isCopy && <p id={whyId}>{messages.needsConnection}</p>}
      </div>
    </section>
  );
}

function AsOf({ answeredAtMs }: { answeredAtMs: number }) {
  const { wallet: messages } = useMessages();
  return ` ${messages.asOf(historyTime(new Date(answeredAtMs).toISOString()))}`;
}
