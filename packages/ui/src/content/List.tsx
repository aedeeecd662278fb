import { ChevronRight, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, type To } from 'react-router';
import { cx } from '../cx.ts';
import styles from './List.module.css';

/** Rows on one card, separated by hairlines. */
export function List({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {children}
    </ul>
  );
}

interface RowLinkProps {
  icon: LucideIcon;
  to: To;
  state?: unknown;
  isCurrent?: boolean;
  /** Called when the link is followed. */
  onOpen?: () => void;
  children: ReactNode;
  /** A short text before the arrow. */
  aside?: ReactNode;
}

/** A row that opens another screen. */
export function RowLink({ icon: Glyph, to, state, isCurrent = false, onOpen, children, aside }: RowLinkProps) {
  return (
    <li>
      <Link
        to={to}
        state={state}
        onClick={onOpen}
        className={cx(styles.row, isCurrent && styles.current)}
        aria-current={isCurrent ? 'page' : undefined}
      >
        <Glyph className={styles.icon} size={24} aria-hidden />
        <span className={styles.words}>{children}</span>
        {aside !== undefined && <span className={styles.aside}>{aside}</span>}
        <ChevronRight className={styles.arrow} size={20} aria-hidden />
      </Link>
    </li>
  );
}

interface RowButtonProps {
  icon: LucideIcon;
  onClick: () => void;
  isBusy?: boolean;
  /** Red, because the action removes something. */
  isDangerous?: boolean;
  children: ReactNode;
}

/** A row that does something on this screen. */
export function RowButton({ icon: Glyph, onClick, isBusy = false, isDangerous = false, children }: RowButtonProps) {
  return (
    <li>
      <button
        type="button"
        className={cx(styles.row, isDangerous && styles.danger)}
        disabled={isBusy}
        onClick={onClick}
      >
        <Glyph className={styles.icon} size={24} aria-hidden />
        <span className={styles.words}>{children}</span>
        {!isDangerous && <ChevronRight className={styles.arrow} size={20} aria-hidden />}
      </button>
    </li>
  );
}
