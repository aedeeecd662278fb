import { ChevronRight, Zap } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { minutesLeft } from '@bijli/contract/time';
import { duration } from '@bijli/ui/format/time';
import { useChargeEnded, useOngoingCharge } from '#api/charging.ts';
import { useFollowedCharge } from '#api/live.ts';
import { useMessages } from '#messages/messages.ts';
import { paths } from '#paths.ts';
import { unitsEndIn } from './units-end.ts';
import styles from './LivePill.module.css';

/**
 * The running charge, one tap away, on every screen with a footer bar. It is over when the battery is full or the bought
 * units are used up, whichever is sooner. Nothing when none runs.
 */
export default function LivePill() {
  const messages = useMessages();
  const { data: charge } = useOngoingCharge();
  const { meter, status, stop } = useFollowedCharge(charge);
  const isOver = stop !== undefined || status?.stage === 'failed';
  const chargeEnded = useChargeEnded();
  useEffect(() => {
    if (isOver) chargeEnded();
  }, [isOver, chargeEnded]);
  if (!charge || isOver) return null;

  const soc = meter?.soc ?? null;
  const who = charge.vehicle_name ?? charge.property_name;
  const unitsLeft = meter && unitsEndIn(meter, charge.units_bought);
  const left =
    soc === null
      ? meter && messages.charging.unitsSoFar(meter.unit.toFixed(2))
      : messages.charging.left(duration(Math.min(minutesLeft(soc), unitsLeft ?? Infinity)));
  return (
    <Link to={paths.nextCharging} state={{ params: {}, property_id: charge.property_id }} className={styles.pill}>
      <Zap size={20} fill="currentColor" aria-hidden />
      <span className={styles.words}>
        <span className="clip">{meter ? messages.charging.pill : messages.charging.pillStarting}</span>
        <span className={`num ${styles.facts}`}>
          <span className="clip">{who}</span>
          {left !== undefined && <span className={styles.left}>{who === undefined ? left : `· ${left}`}</span>}
        </span>
      </span>
      {soc !== null && <b className={`num ${styles.percent}`}>{messages.charging.percent(Math.round(soc))}</b>}
      <ChevronRight size={20} aria-hidden />
    </Link>
  );
}
