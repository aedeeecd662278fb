import type { ReactNode } from 'react';
import styles from './FinderChip.module.css';

interface Props {
  name: string;
  value: string;
  isChosen: boolean;
  children: ReactNode;
  /** Called when the chip is pressed. Without it, the chip submits its form. */
  onPress?: (value: string) => void;
}

/** One choice of several. Pressing it again removes the choice. */
export function FinderChip({ name, value, isChosen, children, onPress }: Props) {
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
