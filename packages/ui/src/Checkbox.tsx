import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './Checkbox.module.css';

interface CheckboxProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

/** A sentence to agree to, in a row of 48 px; a native checkbox. */
export function Checkbox({ checked, onChange, children }: CheckboxProps) {
  return (
    <label className={styles.row}>
      <input
        type="checkbox"
        className="visually-hidden"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className={cx(styles.box, checked && styles.on)} aria-hidden>
        {checked && <Check size={18} strokeWidth={2.5} />}
      </span>
      {children}
    </label>
  );
}
