import { Star } from 'lucide-react';
import { useId } from 'react';
import { cx } from '../cx.ts';
import styles from './Stars.module.css';

const FIVE = [1, 2, 3, 4, 5];

/** A rating in stars out of five, rounded to whole stars. `label` is read aloud. */
export function Stars({ rating, label }: { rating: number; label: string }) {
  return (
    <span className={styles.stars}>
      <span className="visually-hidden">{label}</span>
      {FIVE.map((star) => (
        <Star key={star} size={16} className={cx(styles.star, star <= Math.round(rating) && styles.on)} aria-hidden />
      ))}
    </span>
  );
}

interface StarChoiceProps {
  label: string;
  /** 0 while none is chosen. */
  value: number;
  onChange: (value: number) => void;
  /** The name of one star, read aloud. */
  starLabel: (star: number) => string;
}

/** A choice of one to five stars as native radio buttons, so tap, arrow keys and screen readers work. */
export function StarChoice({ label, value, onChange, starLabel }: StarChoiceProps) {
  const name = useId();
  return (
    <div className={styles.choice} role="radiogroup" aria-label={label}>
      {FIVE.map((star) => (
        <label key={star} className={styles.target}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            value={star}
            checked={star === value}
            aria-label={starLabel(star)}
            onChange={() => onChange(star)}
          />
          <Star size={40} strokeWidth={1.6} className={cx(styles.star, star <= value && styles.on)} aria-hidden />
        </label>
      ))}
    </div>
  );
}
