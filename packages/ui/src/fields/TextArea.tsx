import { type ComponentProps, useId } from 'react';
import styles from './Field.module.css';

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'className'> {
  label: string;
  /** A line below the field, such as how many characters are left. */
  help?: string | undefined;
}

/** A labelled field for several lines of text. */
export function TextArea({ label, help, ...area }: TextAreaProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <textarea {...area} id={id} className={styles.area} aria-describedby={`${id}-note`} />
      <p id={`${id}-note`} className={styles.note}>
        {help}
      </p>
    </div>
  );
}
