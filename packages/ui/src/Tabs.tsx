import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import styles from './Segmented.module.css';

interface TabsProps<T extends string> {
  label: string;
  value: T;
  onChange: (value: T) => void;
  /** By finger or mouse, and not by a key that only passes. */
  onTap?: (value: T) => void;
  options: readonly { value: T; label: ReactNode }[];
  /** `track` for two to four fixed ones, `chips` for a row that scrolls. */
  look?: 'track' | 'chips';
  /** The id of the panel they change. */
  panelId: string;
}

/** They change what is shown below, by tap or by arrow keys. */
export function Tabs<T extends string>({
  label,
  value,
  onChange,
  onTap,
  options,
  look = 'track',
  panelId,
}: TabsProps<T>) {
  return (
    <Base.Root value={value} onValueChange={onChange}>
      <Base.List className={styles[look]} aria-label={label} activateOnFocus>
        {options.map((option) => (
          <Base.Tab
            key={option.value}
            value={option.value}
            aria-controls={panelId}
            onClick={(event) => event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
            // Before it is opened: what it opens may move it from under the finger.
            onPointerDown={() => onTap?.(option.value)}
          >
            {option.label}
          </Base.Tab>
        ))}
      </Base.List>
    </Base.Root>
  );
}
