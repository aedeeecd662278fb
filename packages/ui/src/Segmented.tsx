import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import styles from './Segmented.module.css';

interface SegmentedProps<T extends string> {
  /** `tabs` change what is shown below, `choice` sets a value. */
  as: 'tabs' | 'choice';
  label: string;
  value: T;
  onChange: (value: T) => void;
  options: readonly { value: T; label: ReactNode; lang?: string }[];
  /** `track` for two to four fixed choices, `chips` for a row that scrolls. */
  look?: 'track' | 'chips';
  /** For tabs: the id of the panel they change. */
  panelId?: string;
}

/** One of several, by tap or by arrow keys. */
export function Segmented<T extends string>(props: SegmentedProps<T>) {
  const { as, label, value, onChange, options, look = 'track', panelId } = props;
  const row = useRef<HTMLDivElement>(null);
  const chosen = options.findIndex((option) => option.value === value);

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const index = (chosen + step + options.length) % options.length;
    const option = options[index];
    if (option === undefined) return;
    onChange(option.value);
    row.current?.querySelectorAll('button')[index]?.focus();
  }

  return (
    <div
      ref={row}
      className={look === 'track' ? styles.track : styles.chips}
      role={as === 'tabs' ? 'tablist' : 'radiogroup'}
      aria-label={label}
    >
      {options.map((option, index) => {
        const isChosen = index === chosen;
        return (
          <button
            key={option.value}
            type="button"
            lang={option.lang}
            role={as === 'tabs' ? 'tab' : 'radio'}
            aria-selected={as === 'tabs' ? isChosen : undefined}
            aria-checked={as === 'choice' ? isChosen : undefined}
            aria-controls={as === 'tabs' ? panelId : undefined}
            tabIndex={isChosen || (chosen < 0 && index === 0) ? 0 : -1}
            onKeyDown={onKeyDown}
            onClick={(event) => {
              onChange(option.value);
              event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' });
            }}
          >
            {option.label}
          </button>
        );
      })}
    </div>
  );
}
