import { Clock } from 'lucide-react';
import { Card } from '@bijli/ui/Card';
import { cx } from '@bijli/ui/cx';
import { formatRupees } from '@bijli/ui/format/money';
import layout from '@bijli/ui/layout.module.css';
import { Skeleton } from '@bijli/ui/Skeleton';
import type { LastFigures } from '#api/charging.ts';
import { useMessages } from '#messages/messages.ts';
import { shortDuration } from '#parts/durations/duration.ts';
import { BatteryChange } from './BatteryChange.tsx';
import styles from './InvoiceScreen.module.css';

interface LastReadingProps {
  figures: LastFigures;
  stationName: string | undefined;
  /** The invoice did not load. */
  hasFailed: boolean;
}

/** Shown until the invoice has loaded: the figures of the charger's last reading, laid out like the invoice. */
export function LastReading({ figures, stationName, hasFailed }: LastReadingProps) {
  const { invoice: messages, chargeSheet } = useMessages();
  const { meter, minutes, socAtStart } = figures;
  return (
    <div aria-busy={!hasFailed}>
      <div className={styles.outcome} role="status">
        <span className={cx(styles.mark, styles.wait)}>
          <Clock size={24} aria-hidden />
        </span>
        <p className={styles.sentence}>{messages.ended}</p>
        <p className={cx(styles.total, 'num')}>{formatRupees(meter.amount)}</p>
        {!hasFailed && <p className={styles.released}>{messages.soFar}</p>}
      </div>
      {!hasFailed && (
        <div className={styles.keep} aria-hidden>
          <Skeleton width="100%" height={48} />
        </div>
      )}
      <div className={`${layout.stack} ${styles.cards}`}>
        <Card>
          {stationName !== undefined && <h2 className={styles.name}>{stationName}</h2>}
          <dl className={cx(styles.details, 'num')}>
            <div>
              <dt>{messages.units}</dt>
              <dd>{messages.unitsValue(meter.unit.toFixed(2))}</dd>
            </div>
            {meter.soc !== null && socAtStart !== undefined && (
              <div>
                <dt>{messages.battery}</dt>
                <dd>
                  <BatteryChange from={Math.round(socAtStart)} to={Math.round(meter.soc)} />
                </dd>
              </div>
            )}
            {minutes !== undefined && (
              <div>
                <dt>{messages.time}</dt>
                <dd>{shortDuration(minutes, chargeSheet)}</dd>
              </div>
            )}
          </dl>
        </Card>
      </div>
    </div>
  );
}
