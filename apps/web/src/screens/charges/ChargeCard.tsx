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
import styles from './ChargesScreen.module.css';

/** Requested, and the charger has not begun. */
const STARTING = new Set(['held', 'sent', 'accepted']);
const RUNNING = new Set([...STARTING, 'charging', 'suspended', 'stopping']);

export function isRunning(charge: SessionListItem): boolean {
  return RUNNING.has(charge.status);
}

/** A completed charge links to its invoice, a running one to its live screen. Others have no link. */
export function ChargeCard({ charge }: { charge: SessionListItem }) {
  if (charge.status === 'completed') {
    const state: InvoiceNavigation = { payment_id: charge.payment_id };
    return (
      <Link to={paths.paymentDetails} state={state} className={styles.card}>
        <Details charge={charge} mark={<ChevronRight size={20} aria-hidden />} />
      </Link>
    );
  }
  if (isRunning(charge)) {
    const state: ChargingNavigation = { params: {}, ...(charge.property_id && { property_id: charge.property_id }) };
    return (
      <Link to={paths.nextCharging} state={state} className={styles.card}>
        <Details charge={charge} mark={<StatusBadge status={charge.status} />} />
      </Link>
    );
  }
  return (
    <article className={styles.card}>
      <Details charge={charge} mark={<StatusBadge status={charge.status} />} />
    </article>
  );
}

function StatusBadge({ status }: { status: string }) {
  const { statuses } = useMessages().charges;
  const isStarting = STARTING.has(status);
  const tones: Record<string, Tone> = { charging: 'live', suspended: 'wait', stopping: 'wait' };
  const key = isStarting ? 'starting' : status;
  const word = key in statuses ? statuses[key as keyof typeof statuses] : status;
  return <Badge tone={isStarting ? 'wait' : (tones[status] ?? 'bad')}>{word}</Badge>;
}

/** Place, cost and time, then the energy, and smaller what is rarely needed. */
function Details({ charge, mark }: { charge: SessionListItem; mark: ReactNode }) {
  const { charges: messages, invoice, addReview } = useMessages();
  const { soc_start: from, soc_end: to, units_consumed: units, total_amount: total } = charge;
  const isPaid = total !== undefined && charge.status === 'completed';
  const isMetered = typeof from === 'number' && typeof to === 'number';
  const hasFacts = units !== undefined || isMetered;
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.name}>{charge.property_name}</h2>
        {isPaid && (
          <span className={cx(styles.total, 'num')}>
            <span className="visually-hidden">{messages.total} </span>
            {formatRupees(total)}
          </span>
        )}
        {mark}
      </div>
      <p className={cx(styles.address, 'clip')}>{charge.address}</p>
      <p className={cx(styles.when, 'num')}>
        <span className="visually-hidden">{messages.date} </span>
        {dateTime(charge.created_at)}
      </p>
      {hasFacts && (
        <dl className={cx(styles.facts, 'num')}>
          {units !== undefined && (
            <Fact term={messages.units}>
              {invoice.unitsValue(isRunning(charge) ? units.toFixed(2) : exactUnits(units))}
            </Fact>
          )}
          {isMetered && (
            <Fact term={messages.battery}>
              <BatteryChange from={from} to={to} />
            </Fact>
          )}
        </dl>
      )}
      <dl className={cx(styles.rest, 'num')}>
        <Fact term={messages.booking}>{charge.booking_id}</Fact>
        <Fact term={messages.charger}>
          {messages.chargerValue(withoutKind(charge.charger_name), charge.connector_name)}
        </Fact>
        {charge.stop_reason !== undefined && <Fact term={messages.reason}>{charge.stop_reason}</Fact>}
        {charge.provisional && <Fact term={messages.settled}>{messages.provisional}</Fact>}
      </dl>
      {charge.own_rating !== undefined && (
        <p className={styles.rating}>
          <Rating>{addReview.yourRating(charge.own_rating.toFixed(1))}</Rating>
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

export function ChargeCardSkeleton() {
  return (
    <div className={styles.card} aria-hidden>
      <Skeleton width="62%" height={24} />
      <Skeleton width="84%" height={18} top={4} />
      <Skeleton width="100%" height={44} top={25} />
      <Skeleton width="72%" height={36} top={16} />
    </div>
  );
}

/** Charger 1 becomes 1 after the word Charger. */
function withoutKind(charger: string): string {
  return charger.replace(/^charger (?=\S)/i, '');
}
