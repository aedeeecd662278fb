import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './Chip.module.css';

interface ChipProps {
  isPressed: boolean;
  onClick: () => void;
  disabled?: boolean;
  /** A figure or a word beside the choice. */
  aside?: ReactNode;
  /** The figure stands below, for chips of equal width. */
  isStacked?: boolean;
  children: ReactNode;
}

/** A choice that can be pressed and let go. */
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

/** A choice that was made; pressing it takes it back. */
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

/** Chips side by side: in as many lines as they need, of equal width in one line, or in one line that scrolls. */
export function Chips({ look = 'wrap', children }: { look?: 'wrap' | 'even' | 'scroll'; children: ReactNode }) {
  return <div className={styles[look]}>{children}</div>;
}
