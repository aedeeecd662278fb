import type { ChargeEnd } from '@bijli/contract/charge-end';
import { clockTime } from '@bijli/ui/format/time';
import { MINUTE_MS } from '#device/durations.ts';
import { useMessages } from '#messages/messages.ts';
import { LargeDuration } from '#parts/durations/LargeDuration.tsx';
import { endInWords } from '#parts/running-charge/end-in-words.ts';
import styles from './EndTime.module.css';

interface EndTimeProps {
  end: ChargeEnd | undefined;
  boughtKwh: number | undefined;
  /** UTC time of the estimate. */
  at: string;
}

/** When the bought energy will be in the car. When the power is not known it says that the time will follow. */
export function EndTime({ end, boughtKwh, at }: EndTimeProps) {
  const all = useMessages();
  const { charging: messages } = all;
  const minutes = end?.minutes;
  if (end && minutes === undefined && end.leftWh > 0) {
    return (
      <p className={styles.end}>
        <span className={styles.noEnd}>{messages.noTimeYet}</span>
      </p>
    );
  }
  if (!end || minutes === undefined || minutes === 0) return <p className={styles.end} />;
  const what = endInWords(end, boughtKwh, all);
  const clock = clockTime(new Date(Date.parse(at) + minutes * MINUTE_MS).toISOString());
  return (
    <p className={`num ${styles.end}`}>
      <span key={what}>{messages.endsAt(what)}</span>{' '}
      <b key={minutes}>
        <LargeDuration minutes={minutes} />
      </b>{' '}
      <span key={clock} className={styles.clock}>
        {messages.atClock(clock)}
      </span>
    </p>
  );
}
