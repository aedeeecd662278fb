import { Star } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './Rating.module.css';

/** A star and a rating, in the colour of the text: amber would mean waiting. */
export function Rating({ children }: { children: ReactNode }) {
  return (
    <span className={styles.rating}>
      <Star size={16} fill="currentColor" aria-hidden />
      {children}
    </span>
  );
}
