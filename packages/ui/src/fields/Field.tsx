import { CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from '../cx.ts';
import styles from './Field.module.css';

interface FieldProps extends Omit<ComponentProps<'input'>, 'className'> {
  label: string;
  /** The label is for screen readers only, because a visible heading says the same. */
  isLabelHidden?: boolean;
  help?: string;
  /** Shown in red instead of the help. */
  error?: string | undefined;
  /** Fixed text before the input, such as +91. */
  before?: ReactNode;
  isLarge?: boolean;
}

/** A labelled text input, 56 px high. */
export function Field({ label, isLabelHidden, help, error, before, isLarge, ...input }: FieldProps) {
  const id = useId();
  const note = error ?? help;
  return (
    <div>
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      <span className={cx(styles.box, isLarge && styles.large, error !== undefined && styles.bad)}>
        {before !== undefined && <span className={styles.before}>{before}</span>}
        <input
          {...input}
          id={id}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
        />
      </span>
      {note !== undefined && (
        <FieldNote id={`${id}-note`} isBad={error !== undefined}>
          {note}
        </FieldNote>
      )}
    </div>
  );
}

/** The sentence below a field: what is wanted or, in red, what is wrong. */
export function FieldNote({ id, isBad, children }: { id?: string; isBad: boolean; children: ReactNode }) {
  return (
    <p id={id} className={cx(styles.note, isBad && styles.noteBad)} role={isBad ? 'alert' : undefined}>
      {isBad && <CircleAlert size={20} aria-hidden />}
      {children}
    </p>
  );
}
