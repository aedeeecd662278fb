import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import styles from './Segmented.module.css';

interface TabsProps<T extends string> {
  label: string;
  value: T;
  onChange: (value: T) => void;
  /** Called on a tap by finger or mouse, not when a key only passes over the tab. */
  onTap?: (value: T) => void;
  options: readonly { value: T; label: ReactNode }[];
  /** `track` for two to four fixed tabs, `chips` for a row that scrolls, and wraps on wide screens. */
  look?: 'track' | 'chips';
  /** The id of the panel that the tabs change. */
  panelId: string;
}

/** Tabs that change the panel below, by tap or arrow keys. */
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
            // On pointer down, because opening the tab may move it away from the finger.
            onPointerDown={() => onTap?.(option.value)}
          >
            {option.label}
          </Base.Tab>
        ))}
      </Base.List>
    </Base.Root>
  );
}
