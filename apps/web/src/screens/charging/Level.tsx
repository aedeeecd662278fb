import type { MeterValue } from '@bijli/contract/realtime';
import { duration } from '#format/time.ts';
import { useWords } from '#words/words.ts';
import { unitsEndIn } from './live-figures.ts';
import { useGlide } from './use-glide.ts';
import styles from './LiveCharge.module.css';

interface LevelProps {
  meter: MeterValue;
  /** kWh */
  bought: number | undefined;
}

/** One huge number over the battery bar: the state of charge or, when the car does not tell it, the units taken. */
export function Level({ meter, bought }: LevelProps) {
  const { charging: words } = useWords();
  const { soc, unit } = meter;
  const share = soc === null ? (bought ? unit / bought : 0) : soc / 100;
  const percent = Math.round(Math.min(1, share) * 100);
  const end = unitsEndIn(meter, bought);
  return (
    <>
      {soc === null ? <Units kwh={unit} /> : <Percent soc={soc} />}
      <div
        className={styles.battery}
        role="progressbar"
        aria-label={soc === null ? words.unitsOfBought : words.stateOfCharge}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <span className={styles.level} style={{ width: `${Math.min(1, share) * 100}%` }} />
      </div>
      <div className={`num ${styles.legend}`}>
        <span>{bought !== undefined && words.ofBought(unit.toFixed(2), bought)}</span>
        <span>{end !== undefined && words.unitsEnd(duration(Math.ceil(end)))}</span>
      </div>
    </>
  );
}

function Percent({ soc }: { soc: number }) {
  return (
    <p className={`num ${styles.number}`}>
      {Math.round(useGlide(soc))}
      <small>%</small>
    </p>
  );
}

function Units({ kwh }: { kwh: number }) {
  const { charging: words } = useWords();
  return (
    <p className={`num ${styles.number} ${styles.units}`}>
      {useGlide(kwh).toFixed(2)}
      <small>{words.kwhUnit}</small>
    </p>
  );
}
