import { Switch as Base } from '@base-ui/react/switch';
import type { ReactNode } from 'react';
import styles from './Switch.module.css';

interface SwitchProps {
  label: string;
  /** What the switch does, or an amount. */
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
}

/** A switch with its label in a row of 56 px. */
export function Switch({ label, hint, checked, onChange, disabled = false }: SwitchProps) {
  return (
    <label className={styles.row}>
      <span className={styles.words}>
        <span className={styles.label}>{label}</span>
        {hint !== undefined && <span className={styles.hint}>{hint}</span>}
      </span>
      <Base.Root className={styles.switch} checked={checked} disabled={disabled} onCheckedChange={onChange}>
        <Base.Thumb className={styles.thumb} />
      </Base.Root>
    </label>
  );
}
