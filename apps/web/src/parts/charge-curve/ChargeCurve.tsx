import type { ChargingSample } from '@bijli/contract/charging';
import { cx } from '@bijli/ui/cx';
import { clockTime } from '@bijli/ui/format/time';
import { useMessages, type Messages } from '#messages/messages.ts';
import { shortDuration } from '#parts/durations/duration.ts';
import { drawCurve, HEIGHT, summariseCurve, type CurveSummary, WIDTH } from './curve.ts';
import styles from './ChargeCurve.module.css';

interface ChargeCurveProps {
  /** Undefined while they load. */
  samples: ChargingSample[] | undefined;
  /** True when they failed to load. */
  hasFailed?: boolean;
  /** A lower drawing, for a page with more content. */
  isSmall?: boolean;
}

/**
 * Power and battery over a charge, as a drawing and as a sentence for screen readers. It keeps its space from the
 * start.
 */
export function ChargeCurve({ samples, hasFailed = false, isSmall = false }: ChargeCurveProps) {
  const { charging: messages } = useMessages();
  const drawn = samples !== undefined && samples.length > 1 ? drawCurve(samples) : undefined;
  return (
    <section className={styles.curve} data-small={isSmall || undefined}>
      <div className={styles.head}>
        <h2 className={styles.title}>{messages.curve.title}</h2>
        {drawn && (
          <p className={styles.keys} aria-hidden>
            {drawn.power !== undefined && <span className={styles.powerKey}>{messages.curve.power}</span>}
            {drawn.battery !== undefined && <span className={styles.batteryKey}>{messages.curve.battery}</span>}
          </p>
        )}
      </div>
      {drawn && samples ? (
        <Drawing samples={samples} drawn={drawn} />
      ) : (
        <p className={styles.none} aria-busy={samples === undefined && !hasFailed}>
          {hasFailed && samples === undefined ? messages.curve.failed : messages.curve.soon}
        </p>
      )}
    </section>
  );
}

function Drawing({ samples, drawn }: { samples: ChargingSample[]; drawn: ReturnType<typeof drawCurve> }) {
  const all = useMessages();
  const { charging: messages } = all;
  const { power, powerEdge, battery, topKw } = drawn;
  const summary = summariseCurve(samples);
  const [first, last] = [samples[0]?.at ?? '', samples.at(-1)?.at ?? ''];
  return (
    <div className={styles.plot}>
      {power !== undefined && (
        <Scale className={styles.powerScale} figures={[messages.curve.kw(String(topKw)), String(topKw / 2), '0']} />
      )}
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={sentence(summary, all)}
        className={styles.drawing}
      >
        {[0, 0.5, 1].map((share) => (
          <line key={share} className={styles.grid} x1={0} x2={WIDTH} y1={share * HEIGHT} y2={share * HEIGHT} />
        ))}
        {power !== undefined && <path className={styles.power} d={power} />}
        {powerEdge !== undefined && <path className={styles.powerEdge} d={powerEdge} />}
        {battery !== undefined && <path className={styles.battery} d={battery} />}
      </svg>
      {battery !== undefined && <Scale className={styles.batteryScale} figures={[messages.percent(100), '50', '0']} />}
      <p className={cx(styles.times, 'num')} aria-hidden>
        <span>{clockTime(first)}</span>
        {clockTime(last) !== clockTime(first) && <span>{clockTime(last)}</span>}
      </p>
    </div>
  );
}

/** The figures of the three lines, from the top. */
function Scale({ className, figures }: { className: string | undefined; figures: [string, string, string] }) {
  return (
    <p className={cx(className, 'num')} aria-hidden>
      {figures.map((figure) => (
        <span key={figure}>{figure}</span>
      ))}
    </p>
  );
}

function sentence({ power, battery, minutes }: CurveSummary, { charging, chargeSheet }: Messages): string {
  const { curve, percent } = charging;
  return [
    power && curve.powerInWords(curve.kw(power.max.toFixed(1)), curve.kw(power.last.toFixed(1))),
    battery && curve.batteryInWords(percent(Math.round(battery.from)), percent(Math.round(battery.to))),
    curve.timeInWords(shortDuration(Math.round(minutes), chargeSheet)),
  ]
    .filter(Boolean)
    .join(' ');
}
