import { ChevronRight, Zap } from 'lucide-react';
import { Link } from 'react-router';
import type { LiveMeterValue } from '@bijli/contract/realtime';
import { cx } from '@bijli/ui/cx';
import { type Messages, useMessages } from '#messages/messages.ts';
import { paths } from '#paths.ts';
import { endsInWords } from './end-in-words.ts';
import { useRunningWithMeter } from './use-running-with-meter.ts';
import styles from './RunningPill.module.css';

/**
 * The running charge on every screen with a footer bar: the battery's level, and when the bought energy will be in it.
 * The time to a full battery is on its page only. A tap opens it. Renders nothing when no charge is running.
 */
export default function RunningPill() {
  const messages = useMessages();
  const running = useRunningWithMeter();
  if (!running) return null;

  const { charge, meter, end } = running;
  const soc = meter?.soc ?? null;
  const hasEnd = Boolean(end?.minutes);
  const progress = end?.minutes ? endsInWords(end, end.minutes, charge.units_bought, messages) : soFar(meter, messages);
  return (
    <Link to={paths.nextCharging} state={{ params: {}, property_id: charge.property_id }} className={styles.pill}>
      <Zap size={20} fill="currentColor" aria-hidden />
      <span className={styles.words}>
        <span className="clip">{meter ? messages.charging.pill : messages.charging.pillStarting}</span>
        {/* The expected end is more useful here than the vehicle's name. */}
        <span className={cx('num', 'clip', styles.detail, hasEnd && styles.end)}>
          {progress ?? charge.vehicle_name ?? charge.property_name}
        </span>
      </span>
      {soc !== null && <b className={`num ${styles.percent}`}>{messages.charging.percent(Math.round(soc))}</b>}
      <ChevronRight size={20} aria-hidden />
    </Link>
  );
}

/** The energy so far, for a car that does not report its battery. */
function soFar(meter: LiveMeterValue | undefined, { charging }: Messages): string | undefined {
  return meter?.soc === null ? charging.unitsSoFar(meter.unit.toFixed(2)) : undefined;
}
