import type { ComponentProps, ReactNode } from 'react';
import { Link, type To } from 'react-router';
import { cx } from './cx.ts';
import { SmallSpinner } from './Spinner.tsx';
import styles from './Button.module.css';

export type ButtonLook = 'primary' | 'quiet' | 'line' | 'text' | 'danger' | 'dangerText';

interface Looks {
  look?: ButtonLook;
  /** As wide as what it stands in. */
  block?: boolean;
  /** 48 px high in place of 56. */
  slim?: boolean;
}

interface ButtonProps extends Looks, Omit<ComponentProps<'button'>, 'className'> {
  /** While the action runs: shows a spinner and takes no second press, but keeps focus and width. */
  busy?: boolean;
}

function looks({ look = 'quiet', block, slim }: Looks): string {
  return cx(styles.button, styles[look], block && styles.block, slim && styles.slim);
}

/** A button of 56 px. One `primary` a screen. */
export function Button({ look, block, slim, busy = false, disabled, onClick, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={looks({ ...(look && { look }), ...(block && { block }), ...(slim && { slim }) })}
      disabled={disabled}
      aria-busy={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {busy && <SmallSpinner />}
      {children}
    </button>
  );
}

interface LinkButtonProps extends Looks {
  to: To;
  state?: unknown;
  children: ReactNode;
}

/** A link that looks like a button: it leads somewhere and does nothing else. */
export function LinkButton({ to, state, children, ...look }: LinkButtonProps) {
  return (
    <Link to={to} state={state} className={looks(look)}>
      {children}
    </Link>
  );
}
