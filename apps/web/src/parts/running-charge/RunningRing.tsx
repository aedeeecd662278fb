import { Zap } from 'lucide-react';
import { Link } from 'react-router';
import { useMessages } from '#messages/messages.ts';
import { paths } from '#paths.ts';
import { endsInWords } from './end-in-words.ts';
import { useRunningWithMeter } from './use-running-with-meter.ts';
import styles from './RunningRing.module.css';

/**
 * The running charge in the rail: the battery as a ring and in percent, or the share of the bought energy when the car
 * does not report its battery.
 */
export default function RunningRing() {
  const all = useMessages();
  const { charging: messages } = all;
  const running = useRunningWithMeter();
  if (!running) return null;

  const { charge, meter, end } = running;
  const soc = meter?.soc ?? undefined;
  const percent = soc === undefined ? undefined : messages.percent(Math.round(soc));
  const share = soc ?? (meter && charge.units_bought ? Math.min(100, (meter.unit / charge.units_bought) * 100) : 0);
  const details = meter && [
    percent ?? messages.unitsSoFar(meter.unit.toFixed(2)),
    end?.minutes && endsInWords(end, end.minutes, charge.units_bought, all),
  ];
  const label = details ? [messages.pill, ...details.filter(Boolean)].join(', ') : messages.pillStarting;
  return (
    <Link
      to={paths.nextCharging}
      state={{ params: {}, property_id: charge.property_id }}
      className={styles.ring}
      aria-label={label}
      title={label}
    >
      <svg viewBox="0 0 48 48" aria-hidden>
        <circle cx={24} cy={24} r={21} />
        {share > 0 && <circle cx={24} cy={24} r={21} pathLength={100} strokeDasharray={`${share} 100`} />}
      </svg>
      {percent === undefined ? <Zap size={20} fill="currentColor" aria-hidden /> : <b className="num">{percent}</b>}
    </Link>
  );
}
