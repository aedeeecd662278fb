import type { ComponentProps } from 'react';
import styles from './Range.module.css';

interface RangeProps extends Omit<ComponentProps<'input'>, 'className' | 'type' | 'value' | 'onChange' | 'max'> {
  label: string;
  value: number;
  max: number;
  onChange: (value: number) => void;
  /** Read aloud instead of the bare number, such as "18 units". */
  valueText?: string;
  /** Values below are already reached and drawn filled. `shutAbove`: values above cannot be chosen and are hatched. */
  shutBelow?: number;
  shutAbove?: number;
}

/** A slider with a thumb of 32 px in a row of 48 px. */
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
      // A drag along the slider must not drag the sheet that contains it.
      data-base-ui-swipe-ignore
      onChange={(event) => onChange(Number(event.target.value))}
    />
  );
}
