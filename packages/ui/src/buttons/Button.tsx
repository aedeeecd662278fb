import type { ComponentProps, ReactNode } from 'react';
import { Link, type To } from 'react-router';
import { cx } from '../cx.ts';
import { Spinner } from '../waiting/Spinner.tsx';
import styles from './Button.module.css';

export type ButtonLook = 'primary' | 'quiet' | 'line' | 'text' | 'danger' | 'dangerText';

interface Looks {
  look?: ButtonLook;
  /** As wide as its container. */
  isBlock?: boolean;
  /** 48 px high instead of 56. */
  isSlim?: boolean;
}

interface ButtonProps extends Looks, Omit<ComponentProps<'button'>, 'className'> {
  /** The action is running: the button shows a spinner and ignores presses, but keeps focus and width. */
  isBusy?: boolean;
}

function looks({ look = 'quiet', isBlock, isSlim }: Looks): string {
  return cx(styles.button, styles[look], isBlock && styles.block, isSlim && styles.slim);
}

/** A button, 56 px high. A screen has at most one `primary` button. */
export function Button({ look, isBlock, isSlim, isBusy = false, disabled, onClick, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={looks({ ...(look && { look }), ...(isBlock && { isBlock }), ...(isSlim && { isSlim }) })}
      disabled={disabled}
      aria-busy={isBusy || undefined}
      onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  );
}

interface LinkButtonProps extends Looks {
  to: To;
  state?: unknown;
  children: ReactNode;
}

/** A link that looks like a button. It only navigates. */
export function LinkButton({ to, state, children, ...look }: LinkButtonProps) {
  return (
    <Link to={to} state={state} className={looks(look)}>
      {children}
    </Link>
  );
}
