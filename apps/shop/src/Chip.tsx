import type { ReactNode } from 'react';
import styles from './Chip.module.css';

interface Props {
  name: string;
  value: string;
  isChosen: boolean;
  children: ReactNode;
  /** Without it, the chip sends the form it stands in. */
  onPress?: (value: string) => void;
}

/** One of several choices; pressed again, it lets go. */
export function Chip({ name, value, isChosen, children, onPress }: Props) {
  const next = isChosen ? '' : value;
  return (
    <button
      type={onPress ? 'button' : 'submit'}
      className={styles.chip}
      name={name}
      value={next}
      aria-pressed={isChosen}
      onClick={onPress && (() => onPress(next))}
    >
      {children}
    </button>
  );
}
