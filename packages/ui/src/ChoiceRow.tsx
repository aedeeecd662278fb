import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './ChoiceRow.module.css';

interface RadioRowProps {
  /** Rows of one name are one choice. */
  name: string;
  value: string;
  checked: boolean;
  /** Cannot be chosen: no mark, paler. */
  isBarred?: boolean;
  onChoose: () => void;
  /** A square picture before the words. */
  picture: ReactNode;
  children: ReactNode;
}

/** One of several things to choose, as a row of 64 px; a native radio button, so that arrow keys work. */
export function RadioRow({ name, value, checked, isBarred = false, onChoose, picture, children }: RadioRowProps) {
  return (
    <label className={cx(styles.row, checked && styles.chosen, isBarred && styles.barred)}>
      <input
        type="radio"
        className="visually-hidden"
        name={name}
        value={value}
        checked={checked}
        disabled={isBarred}
        onChange={onChoose}
      />
      <span className={styles.picture}>{picture}</span>
      <span className={styles.words}>{children}</span>
      {!isBarred && <Mark isOn={checked} />}
    </label>
  );
}

interface ChoiceButtonProps {
  isChosen: boolean;
  /** The picture is a square one, as in a radio row. */
  isSquare?: boolean;
  disabled?: boolean;
  onClick: () => void;
  picture: ReactNode;
  children: ReactNode;
}

/** The same row where choosing does something at once. */
export function ChoiceButton({ isChosen, isSquare = false, disabled, onClick, picture, children }: ChoiceButtonProps) {
  return (
    <button
      type="button"
      className={cx(styles.row, !isSquare && styles.tall, isChosen && styles.chosen)}
      aria-pressed={isChosen}
      disabled={disabled}
      onClick={onClick}
    >
      <span className={isSquare ? styles.picture : styles.wide}>{picture}</span>
      <span className={styles.words}>{children}</span>
      <Mark isOn={isChosen} />
    </button>
  );
}

function Mark({ isOn }: { isOn: boolean }) {
  return (
    <span className={cx(styles.mark, isOn && styles.on)} aria-hidden>
      {isOn && <Check size={16} strokeWidth={2.5} />}
    </span>
  );
}
