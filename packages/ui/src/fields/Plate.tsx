import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';
import styles from './Plate.module.css';

/** A green number plate, as electric vehicles have in India. */
export function Plate({ children }: { children: string }) {
  return <span className={cx(styles.plate, 'num')}>{children}</span>;
}

interface PlateFieldProps extends Omit<ComponentProps<'input'>, 'className'> {
  label: string;
  isBad: boolean;
}

/** An input that looks like a number plate. */
export function PlateField({ label, isBad, ...input }: PlateFieldProps) {
  return (
    <label className={cx(styles.field, isBad && styles.bad)}>
      <span className={styles.country} aria-hidden>
        IND
      </span>
      <input
        {...input}
        className="num"
        aria-label={label}
        aria-invalid={isBad || undefined}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
      />
    </label>
  );
}
