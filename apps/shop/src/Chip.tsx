import type { ReactNode } from 'react';
import styles from './Chip.module.css';

interface Props {
  name: string;
  value: string;
  chosen: boolean;
  children: ReactNode;
  /** Without it, the chip sends the form it stands in. */
  onPress?: (value: string) => void;
}

/** One of several choices; pressed again, it lets go. */
export function Chip({ name, value, chosen, children, onPress }: Props) {
  const next = chosen ? '' : value;
  return (
    <button
      type={onPress ? 'button' : 'submit'}
      className={styles.chip}
      name={name}
      value={next}
      aria-pressed={chosen}
      onClick={onPress && (() => onPress(next))}
    >
      {children}
    </button>
  );
}
