import { ArrowRight } from 'lucide-react';
import { useMessages } from '#messages/messages.ts';
import styles from './InvoiceScreen.module.css';

/** State of charge at the start and at the end, in percent. */
export function BatteryChange({ from, to }: { from: number; to: number }) {
  const { invoice: messages } = useMessages();
  return (
    <>
      <span className="visually-hidden">{messages.batteryFromTo(from, to)}</span>
      <span className={styles.battery} aria-hidden>
        {messages.percent(from)}
        <ArrowRight size={16} />
        {messages.percent(to)}
      </span>
    </>
  );
}
