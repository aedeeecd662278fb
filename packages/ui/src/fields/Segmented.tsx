import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import styles from './Segmented.module.css';

interface SegmentedProps<T extends string> {
  label: string;
  value: T;
  onChange: (value: T) => void;
  options: readonly { value: T; label: ReactNode; lang?: string; isDisabled?: boolean }[];
  /** Id of the element that says why an option is disabled. */
  describedBy?: string | undefined;
}

/**
 * A choice of two to four values, by tap or arrow keys. It does not use Base UI, because the login page shows it and
 * would grow by 11 kB.
 */
export function Segmented<T extends string>({ label, value, onChange, options, describedBy }: SegmentedProps<T>) {
  const row = useRef<HTMLDivElement>(null);
  const chosen = options.findIndex((option) => option.value === value);

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const enabled = options.filter(({ isDisabled }) => !isDisabled);
    const from = enabled.findIndex((option) => option.value === value);
    const option = enabled[(from + step + enabled.length) % enabled.length];
    if (option === undefined) return;
    onChange(option.value);
    row.current?.querySelectorAll('button')[options.indexOf(option)]?.focus();
  }

  return (
    <div ref={row} className={styles.track} role="radiogroup" aria-label={label}>
      {options.map((option, index) => (
        <button
          key={option.value}
          type="button"
          lang={option.lang}
          role="radio"
          aria-checked={index === chosen}
          aria-disabled={option.isDisabled}
          aria-describedby={option.isDisabled ? describedBy : undefined}
          tabIndex={index === chosen || (chosen < 0 && index === 0) ? 0 : -1}
          onKeyDown={onKeyDown}
          onClick={() => !option.isDisabled && onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
