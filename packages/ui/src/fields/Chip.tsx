import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './Chip.module.css';

interface ChipProps {
  isPressed: boolean;
  onClick: () => void;
  disabled?: boolean;
  /** A figure or a word beside the label. */
  aside?: ReactNode;
  /** The figure is below the label, for chips of equal width. */
  isStacked?: boolean;
  children: ReactNode;
}

/** A toggle that can be pressed and released. */
export function Chip({ isPressed, onClick, disabled = false, aside, isStacked = false, children }: ChipProps) {
  return (
    <button
      type="button"
      className={cx(styles.chip, isStacked && styles.stacked)}
      aria-pressed={isPressed}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
      {aside !== undefined && <span className={styles.aside}>{aside}</span>}
    </button>
  );
}

/** A choice that was made. Pressing it removes the choice. */
export function ChosenChip({
  label,
  onRemove,
  children,
}: {
  label: string;
  onRemove: () => void;
  children: ReactNode;
}) {
  return (
    <button type="button" className={cx(styles.chip, styles.chosen)} aria-label={label} onClick={onRemove}>
      <span className="clip">{children}</span>
      <X size={16} aria-hidden />
    </button>
  );
}

/**
 * A row of chips. `wrap`: as many lines as needed. `even`: one line of equal widths. `scroll`: one line that scrolls.
 */
export function Chips({ look = 'wrap', children }: { look?: 'wrap' | 'even' | 'scroll'; children: ReactNode }) {
  return <div className={styles[look]}>{children}</div>;
}
