import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './ChoiceRow.module.css';

interface RadioRowProps {
  /** Rows with the same name form one radio group. */
  name: string;
  value: string;
  checked: boolean;
  /** Cannot be chosen: no mark, and paler. */
  isBarred?: boolean;
  onChoose: () => void;
  /** A square picture before the text. */
  picture: ReactNode;
  children: ReactNode;
}

/** One option of several, as a row of 64 px. It is a native radio button, so arrow keys work. */
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
  /** The picture is square, as in `RadioRow`. */
  isSquare?: boolean;
  disabled?: boolean;
  onClick: () => void;
  picture: ReactNode;
  children: ReactNode;
}

/** A row like `RadioRow` that acts at once when it is chosen. */
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
