import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { SessionListItem } from '@bijli/contract/charging';
import { Badge, type Tone } from '@bijli/ui/Badge';
import { cx } from '@bijli/ui/cx';
import { formatRupees } from '@bijli/ui/format/money';
import { dateTime } from '@bijli/ui/format/time';
import { exactUnits } from '@bijli/ui/format/units';
import { Rating } from '@bijli/ui/Rating';
import { Skeleton } from '@bijli/ui/Skeleton';
import { useMessages } from '#messages/messages.ts';
import { type ChargingNavigation, type InvoiceNavigation, paths } from '#paths.ts';
import { BatteryChange } from './BatteryChange.tsx';
import styles from './SessionsScreen.module.css';

/** It was asked for, and the charger has not begun. */
const STARTING = new Set(['held', 'sent', 'accepted']);
const RUNNING = new Set([...STARTING, 'charging', 'suspended', 'stopping']);

export function isRunning(session: SessionListItem): boolean {
  return RUNNING.has(session.status);
}

/** A completed charge leads to its invoice, a running one to its live screen, any other nowhere. */
export function SessionCard({ session }: { session: SessionListItem }) {
  if (session.status === 'completed') {
    const state: InvoiceNavigation = { payment_id: session.payment_id };
    return (
      <Link to={paths.paymentDetails} state={state} className={styles.card}>
        <Details session={session} mark={<ChevronRight size={20} aria-hidden />} />
      </Link>
    );
  }
  if (isRunning(session)) {
    const state: ChargingNavigation = { params: {}, ...(session.property_id && { property_id: session.property_id }) };
    return (
      <Link to={paths.nextCharging} state={state} className={styles.card}>
        <Details session={session} mark={<StatusBadge status={session.status} />} />
      </Link>
    );
  }
  return (
    <article className={styles.card}>
      <Details session={session} mark={<StatusBadge status={session.status} />} />
    </article>
  );
}

function StatusBadge({ status }: { status: string }) {
  const { statuses } = useMessages().sessions;
  const isStarting = STARTING.has(status);
  const tones: Record<string, Tone> = { charging: 'live', suspended: 'wait', stopping: 'wait' };
  const known = isStarting ? 'starting' : status;
  const word = known in statuses ? statuses[known as keyof typeof statuses] : status;
  return <Badge tone={isStarting ? 'wait' : (tones[status] ?? 'bad')}>{word}</Badge>;
}

/** Where it was, what it came to and when; then how much was charged, and smaller what is rarely asked for. */
function Details({ session, mark }: { session: SessionListItem; mark: ReactNode }) {
  const { sessions: messages, invoice, addReview } = useMessages();
  const { soc_start: from, soc_end: to, units_consumed: units, total_amount: total } = session;
  const isPaid = total !== undefined && session.status === 'completed';
  const isMetered = typeof from === 'number' && typeof to === 'number';
  const hasFacts = units !== undefined || isMetered;
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.name}>{session.property_name}</h2>
        {isPaid && (
          <span className={cx(styles.total, 'num')}>
            <span className="visually-hidden">{messages.total} </span>
            {formatRupees(total)}
          </span>
        )}
        {mark}
      </div>
      <p className={cx(styles.address, 'clip')}>{session.address}</p>
      <p className={cx(styles.when, 'num')}>
        <span className="visually-hidden">{messages.date} </span>
        {dateTime(session.created_at)}
      </p>
      {hasFacts && (
        <dl className={cx(styles.facts, 'num')}>
          {units !== undefined && <Fact term={messages.units}>{invoice.unitsValue(exactUnits(units))}</Fact>}
          {isMetered && (
            <Fact term={messages.battery}>
              <BatteryChange from={from} to={to} />
            </Fact>
          )}
        </dl>
      )}
      <dl className={cx(styles.rest, 'num')}>
        <Fact term={messages.booking}>{session.booking_id}</Fact>
        <Fact term={messages.charger}>
          {messages.chargerValue(withoutKind(session.charger_name), session.connector_name)}
        </Fact>
        {session.stop_reason !== undefined && <Fact term={messages.reason}>{session.stop_reason}</Fact>}
        {session.provisional && <Fact term={messages.settled}>{messages.provisional}</Fact>}
      </dl>
      {session.own_rating !== undefined && (
        <p className={styles.rating}>
          <Rating>{addReview.yourRating(session.own_rating.toFixed(1))}</Rating>
        </p>
      )}
    </>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function SessionCardSkeleton() {
  return (
    <div className={styles.card} aria-hidden>
      <Skeleton width="62%" height={24} />
      <Skeleton width="84%" height={18} top={4} />
      <Skeleton width="100%" height={44} top={25} />
      <Skeleton width="72%" height={36} top={16} />
    </div>
  );
}

/** Charger 1 is 1 after the word Charger. */
function withoutKind(charger: string): string {
  return charger.replace(/^charger (?=\S)/i, '');
}
