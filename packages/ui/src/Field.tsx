import { CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './cx.ts';
import styles from './Field.module.css';

interface FieldProps extends Omit<ComponentProps<'input'>, 'className'> {
  label: string;
  /** The label is only for those who cannot see the heading. */
  labelHidden?: boolean;
  help?: string;
  /** In red, in place of the help. */
  error?: string | undefined;
  /** Fixed text before the input, such as +91. */
  before?: ReactNode;
  large?: boolean;
}

/** A labelled text input of 56 px. */
export function Field({ label, labelHidden, help, error, before, large, ...input }: FieldProps) {
  const id = useId();
  const note = error ?? help;
  return (
    <div>
      <label htmlFor={id} className={labelHidden ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      <span className={cx(styles.box, large && styles.large, error !== undefined && styles.bad)}>
        {before !== undefined && <span className={styles.before}>{before}</span>}
        <input
          {...input}
          id={id}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
        />
      </span>
      {note !== undefined && (
        <FieldNote id={`${id}-note`} bad={error !== undefined}>
          {note}
        </FieldNote>
      )}
    </div>
  );
}

/** The sentence below a field: what is wanted or, in red, what is wrong. */
export function FieldNote({ id, bad, children }: { id?: string; bad: boolean; children: ReactNode }) {
  return (
    <p id={id} className={cx(styles.note, bad && styles.noteBad)} role={bad ? 'alert' : undefined}>
      {bad && <CircleAlert size={20} aria-hidden />}
      {children}
    </p>
  );
}
