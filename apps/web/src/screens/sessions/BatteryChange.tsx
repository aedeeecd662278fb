import { ArrowRight } from 'lucide-react';
import { useWords } from '#words/words.ts';
import styles from './Invoice.module.css';

/** State of charge at the start and at the end, in percent. */
export function BatteryChange({ from, to }: { from: number; to: number }) {
  const { invoice: words } = useWords();
  return (
    <>
      <span className="visually-hidden">{words.batteryFromTo(from, to)}</span>
      <span className={styles.battery} aria-hidden>
        {words.percent(from)}
        <ArrowRight size={16} />
        {words.percent(to)}
      </span>
    </>
  );
}
