import type { ComponentProps } from 'react';
import styles from './Range.module.css';

interface RangeProps extends Omit<ComponentProps<'input'>, 'className' | 'type' | 'value' | 'onChange' | 'max'> {
  label: string;
  value: number;
  max: number;
  onChange: (value: number) => void;
  /** Read aloud in place of the bare number, such as "18 units". */
  valueText?: string;
  /** What lies below is there already, and filled; what lies above cannot be had, and is hatched. */
  shutBelow?: number;
  shutAbove?: number;
}

/** A slider with a 32 px thumb in a 48 px row. */
export function Range(props: RangeProps) {
  const { label, value, max, onChange, valueText, shutBelow = 0, shutAbove = max, ...rest } = props;
  const share = (at: number) => (max > 0 ? Math.min(1, Math.max(0, at / max)) : 0);
  return (
    <input
      {...rest}
      type="range"
      className={styles.range}
      style={
        {
          '--filled': share(value),
          '--below': share(shutBelow),
          '--above': share(shutAbove),
        } as React.CSSProperties
      }
      data-shut-below={shutBelow > 0 || undefined}
      data-shut-above={shutAbove < max || undefined}
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
