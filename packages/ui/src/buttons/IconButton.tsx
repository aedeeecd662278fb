import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Link, type To } from 'react-router';
import styles from './IconButton.module.css';

interface Icon {
  icon: LucideIcon;
  /** The text for screen readers, because the button has no other text. */
  label: string;
  /** Filled when the thing is on, such as a saved bookmark. */
  isFilled?: boolean;
  /** Size of the icon in px. The default is 24. The target has the same size in both cases. */
  size?: 20 | 24;
}

/** A round target of 48 px with an icon. */
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
