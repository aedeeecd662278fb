import type { MeterValue } from '@bijli/contract/realtime';
import { duration } from '@bijli/ui/format/time';
import { useMessages } from '#messages/messages.ts';
import { unitsEndIn } from '#parts/units-end.ts';
import { levelAtEnd } from './live-figures.ts';
import { Steady } from './Steady.tsx';
import { useGlide } from './use-glide.ts';
import styles from './LiveCharge.module.css';

interface LevelProps {
  meter: MeterValue;
  boughtKwh: number | undefined;
  /** Percent of the battery when the charge began. */
  began: number | undefined;
}

/** One huge number over the battery bar: the state of charge or, when the car does not tell it, the units taken. */
export function Level({ meter, boughtKwh, began }: LevelProps) {
  const { charging: messages } = useMessages();
  const { soc, unit } = meter;
  const share = soc === null ? (boughtKwh ? unit / boughtKwh : 0) : soc / 100;
  const percent = Math.round(Math.min(1, share) * 100);
  const end = unitsEndIn(meter, boughtKwh);
  const stopsNear = levelAtEnd(meter, boughtKwh, began);
  return (
    <>
      {soc === null ? <Units kwh={unit} boughtKwh={boughtKwh} /> : <Percent soc={soc} />}
      <div
        className={styles.battery}
        role="progressbar"
        aria-label={soc === null ? messages.unitsOfBought : messages.stateOfCharge}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span className={styles.level} style={{ width: `${Math.min(1, share) * 100}%` }} />
      </div>
      {/* The longest sentence stands beside the shortest, so that no line ever breaks in two. */}
      <Legend
        left={boughtKwh === undefined ? '' : messages.ofBought(unit.toFixed(2), boughtKwh)}
        right={stopsNear === undefined ? '' : messages.stopsNear(messages.percent(Math.round(stopsNear)))}
      />
      <Legend
        left={began === undefined ? '' : messages.beganAt(messages.percent(Math.round(began)))}
        right={end === undefined ? '' : messages.unitsEnd(duration(Math.ceil(end)))}
      />
    </>
  );
}

/** A line that keeps its place while it has nothing to say. */
function Legend({ left, right }: { left: string; right: string }) {
  return (
    <div className={`num ${styles.legend}`}>
      <span>{left}</span>
      {/* At the right, other words are another sentence, and not the same one moved. */}
      <span key={right}>{right}</span>
    </div>
  );
}

function Percent({ soc }: { soc: number }) {
  return (
    <p className={`num ${styles.number}`}>
      <Steady longest="99">{String(Math.round(useGlide(soc)))}</Steady>
      <small>%</small>
    </p>
  );
}

function Units({ kwh, boughtKwh }: { kwh: number; boughtKwh: number | undefined }) {
  const { charging: messages } = useMessages();
  return (
    <p className={`num ${styles.number} ${styles.units}`}>
      <Steady longest={(boughtKwh ?? kwh).toFixed(2)}>{useGlide(kwh).toFixed(2)}</Steady>
      <small>{messages.kwhUnit}</small>
    </p>
  );
}
