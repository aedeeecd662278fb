import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Link, type To } from 'react-router';
import styles from './IconButton.module.css';

interface Icon {
  icon: LucideIcon;
  /** What a screen reader reads, as there is no other text. */
  label: string;
  /** Filled if the thing is on, such as a saved bookmark. */
  isFilled?: boolean;
  /** Size of the icon in px, 24 by default. The target does not change. */
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
}: Omit<Icon, 'isFilled'> & { to: To; state?: unknown }) {
  return (
    <Link to={to} state={state} className={styles.button} aria-label={label}>
      <Glyph size={size} aria-hidden />
    </Link>
  );
}
