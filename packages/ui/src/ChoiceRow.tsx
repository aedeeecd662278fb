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
  barred?: boolean;
  onChoose: () => void;
  /** A square picture before the words. */
  picture: ReactNode;
  children: ReactNode;
}

/** One of several things to choose, as a row of 64 px; a native radio button, so that arrow keys work. */
export function RadioRow({ name, value, checked, barred = false, onChoose, picture, children }: RadioRowProps) {
  return (
    <label className={cx(styles.row, checked && styles.chosen, barred && styles.barred)}>
      <input
        type="radio"
        className="visually-hidden"
        name={name}
        value={value}
        checked={checked}
        disabled={barred}
        onChange={onChoose}
      />
      <span className={styles.picture}>{picture}</span>
      <span className={styles.words}>{children}</span>
      {!barred && <Mark on={checked} />}
    </label>
  );
}

interface ChoiceButtonProps {
  chosen: boolean;
  /** The picture is a square one, as in a radio row. */
  square?: boolean;
  disabled?: boolean;
  onClick: () => void;
  picture: ReactNode;
  children: ReactNode;
}

/** The same row where choosing does something at once. */
export function ChoiceButton({ chosen, square = false, disabled, onClick, picture, children }: ChoiceButtonProps) {
  return (
    <button
      type="button"
      className={cx(styles.row, !square && styles.tall, chosen && styles.chosen)}
      aria-pressed={chosen}
      disabled={disabled}
      onClick={onClick}
    >
      <span className={square ? styles.picture : styles.wide}>{picture}</span>
      <span className={styles.words}>{children}</span>
      <Mark on={chosen} />
    </button>
  );
}

function Mark({ on }: { on: boolean }) {
  return (
    <span className={cx(styles.mark, on && styles.on)} aria-hidden>
      {on && <Check size={16} strokeWidth={2.5} />}
    </span>
  );
}
