import { ArrowDownLeft, ArrowUpRight, ChevronRight, Zap } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { HistoryEntry } from '@bijli/contract/wallet';
import { Badge, type Tone } from '@bijli/ui/Badge';
import { cx } from '@bijli/ui/cx';
import { signedRupees } from '@bijli/ui/format/money';
import { historyTime } from '@bijli/ui/format/time';
import { List } from '@bijli/ui/List';
import { Skeleton } from '@bijli/ui/Skeleton';
import { useMessages } from '#messages/messages.ts';
import { type InvoiceNavigation, paths } from '#paths.ts';
import { isOpenPayment, OpenPayment, type PayAgain } from './OpenPayment.tsx';
import styles from './History.module.css';

interface HistoryProps {
  entries: HistoryEntry[];
  /** The payment that the page already tells about. */
  toldTxnId: string | undefined;
  onPayAgain: PayAgain;
}

/** Credits and debits of the wallet, newest first. */
export function History({ entries, toldTxnId, onPayAgain }: HistoryProps) {
  const { wallet: messages } = useMessages();
  return (
    <List label={messages.transactions}>
      {entries.map((entry) => (
        // A charge and its refund have the same id.
        <li key={`${entry.transaction_id} ${entry.type} ${entry.created_at}`}>
          <Row entry={entry} />
          {isOpenPayment(entry) && entry.transaction_id !== toldTxnId && (
            <OpenPayment entry={entry} onPayAgain={onPayAgain} />
          )}
        </li>
      ))}
    </List>
  );
}

/** A charge's debit links to its invoice. Other rows are no links. */
function Row({ entry }: { entry: HistoryEntry }) {
  if (entry.source !== 'wallet') {
    return (
      <div className={styles.row}>
        <Details entry={entry} />
      </div>
    );
  }
  const state: InvoiceNavigation = { transaction_id: entry.transaction_id };
  return (
    <Link to={paths.paymentDetails} state={state} className={styles.row}>
      <Details entry={entry} />
      <ChevronRight size={16} aria-hidden className={styles.leads} />
    </Link>
  );
}

function Details({ entry }: { entry: HistoryEntry }): ReactNode {
  const { wallet: messages } = useMessages();
  const isCredit = entry.type === 'cr';
  const { tone, word } = statusOf(entry);
  const isIn = isCredit && tone === 'ok';
  const Glyph = isCredit ? ArrowDownLeft : entry.source === 'wallet' ? Zap : ArrowUpRight;
  return (
    <>
      <span className={cx(styles.icon, isIn && styles.in)}>
        <Glyph size={20} aria-hidden />
      </span>
      <span>
        <span className={styles.remark}>{entry.remark}</span>
        <span className={cx(styles.date, 'num')}>{historyTime(entry.created_at)}</span>
      </span>
      <span className={styles.money}>
        <span
          className={cx(
            styles.amount,
            'num',
            isIn && styles.amountIn,
            (tone === 'bad' || tone === 'off') && styles.amountVoid,
          )}
        >
          {signedRupees(entry.total_amount, isCredit ? '+' : '−')}
        </span>
        <Badge tone={tone}>{messages[word]}</Badge>
      </span>
    </>
  );
}

function statusOf({ status, cancelled }: HistoryEntry): {
  tone: Tone;
  word: 'pending' | 'completed' | 'cancelled' | 'failed';
} {
  if (status === 'pending') return { tone: 'wait', word: 'pending' };
  if (status === 'completed') return { tone: 'ok', word: 'completed' };
  // A cancelled top-up is no failure, so it is not red.
  if (cancelled) return { tone: 'off', word: 'cancelled' };
  return { tone: 'bad', word: 'failed' };
}

export function HistorySkeleton() {
  return (
    <List>
      {Array.from({ length: 5 }, (_, index) => (
        <li key={index} className={styles.row} aria-hidden>
          <Skeleton width={40} height={40} isRound />
          <span>
            <Skeleton width="70%" height={20} />
            <Skeleton width="50%" height={14} top={4} />
          </span>
          <span className={styles.money}>
            <Skeleton width={84} height={20} />
            <Skeleton width={72} height={20} />
          </span>
        </li>
      ))}
    </List>
  );
}
