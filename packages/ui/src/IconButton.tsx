import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Link, type To } from 'react-router';
import styles from './IconButton.module.css';

interface Icon {
  icon: LucideIcon;
  /** Read aloud; there is no other text. */
  label: string;
  /** Filled: the thing is on (a saved bookmark). */
  isFilled?: boolean;
  /** Of the icon, 24 px unless told; the target stays. */
  size?: 20 | 24;
}

/** A 48 px round target with an icon. */
export function IconButton({
  icon: Glyph,
  label,
  isFilled = false,
  size = 24,
  ...rest
}: Icon & Omit<ComponentProps<'button'>, 'className'>) {
  return (
    <button type="button" {...rest} className={styles.button} aria-label={label}>
      <Glyph size={size} aria-hidden fill={isFilled ? 'currentColor' : 'none'} />
    </button>
  );
}

export function IconLink({
  icon: Glyph,
  label,
  size = 24,
  to,
  state,
}: Omit<Icon, 'filled'> & { to: To; state?: unknown }) {
  return (
    <Link to={to} state={state} className={styles.button} aria-label={label}>
      <Glyph size={size} aria-hidden />
    </Link>
  );
}
