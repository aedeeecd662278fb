import type { ReactNode } from 'react';
import type { ChargeEnd } from '@bijli/contract/charge-end';
import { KNEE_SOC } from '@bijli/contract/charge-time';
import type { LiveMeterValue } from '@bijli/contract/realtime';
import { cx } from '@bijli/ui/cx';
import { formatRupees } from '@bijli/ui/format/money';
import { duration } from '@bijli/ui/format/time';
import { withUnit } from '@bijli/ui/format/units';
import { Skeleton } from '@bijli/ui/Skeleton';
import { type Messages, useMessages } from '#messages/messages.ts';
import { shortDuration } from '#parts/durations/duration.ts';
import { FigureWithUnit } from './FigureWithUnit.tsx';
import { hasNoReading, reportedMinutesToFull } from './live-figures.ts';
import { useAnimatedNumber } from './use-animated-number.ts';
import styles from './Metrics.module.css';

interface MetricsProps {
  meter: LiveMeterValue;
  boughtKwh: number | undefined;
  /** kW that the car can get here. Undefined if nobody knows what it takes. */
  mostKw: number | undefined;
  end: ChargeEnd | undefined;
  /** A percentage of the battery ends it before the units that were bought. */
  endsByPercent: boolean;
  /** Rupees on hold for a charge that was chosen by its amount. */
  amountHeld: number | undefined;
}

/**
 * Price, units, power and, when the car reports its state of charge, the remaining time. Before the first reading the
 * card says what will come, so that nothing moves later.
 */
export function Metrics({ meter, boughtKwh, mostKw, end, endsByPercent, amountHeld }: MetricsProps) {
  const { charging: messages, chargeSheet, common } = useMessages();
  const amount = useAnimatedNumber(meter.amount);
  const unit = useAnimatedNumber(meter.unit);
  const power = useAnimatedNumber(meter.power_output ?? 0);
  const minutes = reportedMinutesToFull(meter);
  const isWaiting = hasNoReading(meter);
  const ofBought = endsByPercent ? messages.ofAtMost : messages.ofBought;
  return (
    <div className={styles.metrics}>
      <Metric
        name={messages.price}
        note={amountHeld === undefined ? messages.inclGst : messages.ofAmount(formatRupees(amountHeld))}
      >
        {formatRupees(amount)}
      </Metric>
      <Metric name={messages.units} note={boughtKwh === undefined || isWaiting ? '' : ofBought(boughtKwh)}>
        <FigureWithUnit unit={withUnit('', messages.kwhUnit)}>{unit.toFixed(2)}</FigureWithUnit>
      </Metric>
      <Metric
        name={messages.power}
        note={powerNote(meter, mostKw, messages)}
        look={minutes === undefined && !isWaiting ? styles.wideMetric : undefined}
      >
        {meter.power_output === null ? (
          isWaiting ? (
            <Skeleton width={96} height={32} />
          ) : (
            common.notAvailable
          )
        ) : (
          <FigureWithUnit unit={withUnit('', messages.kwUnit)}>{power.toFixed(1)}</FigureWithUnit>
        )}
      </Metric>
      {isWaiting && <p className={styles.firstReading}>{messages.firstReading}</p>}
      {minutes !== undefined && (
        <Metric
          name={messages.timeRemaining}
          note={messages.toFull(end?.minutes ? shortDuration(end.minutes, chargeSheet) : undefined)}
          look={styles.quietMetric}
        >
          {withSmallUnits(duration(minutes))}
        </Metric>
      )}
    </div>
  );
}

/** What to expect of the power. Nothing for a car that does not report its battery. */
function powerNote(
  { soc, power_output: power }: LiveMeterValue,
  mostKw: number | undefined,
  words: Messages['charging'],
) {
  if (soc === null) return '';
  if (soc >= KNEE_SOC) return words.slows;
  if (mostKw === undefined) return words.dependsOnCar;
  return (power ?? 0) > mostKw ? '' : words.upTo(withUnit(mostKw, words.kwUnit));
}

function Metric({
  name,
  note,
  look,
  children,
}: {
  name: string;
  /** What the figure counts. */
  note: string;
  look?: string | undefined;
  children: ReactNode;
}) {
  return (
    <section className={cx(styles.metric, look)}>
      <h2>{name}</h2>
      <p className="num">{children}</p>
      <span className={`num ${styles.note}`}>{note}</span>
    </section>
  );
}

/** `1 Hours 13 Min`, with the specification's spaces, and its words smaller than its numbers. */
function withSmallUnits(text: string): ReactNode[] {
  return text.split(/(\s)/).map((part) => (/[\d\s]/.test(part) ? part : <small key={part}>{part}</small>));
}
