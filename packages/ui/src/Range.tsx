import type { ComponentProps } from 'react';
import styles from './Range.module.css';

interface RangeProps extends Omit<ComponentProps<'input'>, 'className' | 'type' | 'value' | 'onChange' | 'max'> {
  label: string;
  value: number;
  max: number;
  onChange: (value: number) => void;
  /** Read aloud in place of the bare number, such as "18 units". */
  valueText?: string;
}

/** A slider with a 32 px thumb in a 48 px row. */
export function Range({ label, value, max, onChange, valueText, ...rest }: RangeProps) {
  const filled = max > 0 ? Math.min(1, value / max) : 0;
  return (
    <input
      {...rest}
      type="range"
      className={styles.range}
      style={{ '--filled': filled } as React.CSSProperties}
      min={0}
      max={max}
      value={value}
      aria-label={label}
      aria-valuetext={valueText}
      // A drag along the slider must not drag the sheet it stands in.
      data-base-ui-swipe-ignore
      onChange={(event) => onChange(Number(event.target.value))}
    />
  );
}
