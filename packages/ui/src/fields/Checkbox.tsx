import { Checkbox as Base } from '@base-ui/react/checkbox';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './Checkbox.module.css';

interface CheckboxProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

/** A checkbox with a sentence to agree to, in a row of 48 px. */
export function Checkbox({ checked, onChange, children }: CheckboxProps) {
  return (
    <label className={styles.row}>
      <Base.Root className={styles.box} checked={checked} onCheckedChange={onChange}>
        <Base.Indicator render={<Check size={18} strokeWidth={2.5} aria-hidden />} />
      </Base.Root>
      {children}
    </label>
  );
}
