import { Star } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './Rate.module.css';

/** A star and what it stands for, in ink: amber means waiting. */
export function Rate({ children }: { children: ReactNode }) {
  return (
    <span className={styles.rate}>
      <Star size={16} fill="currentColor" aria-hidden />
      {children}
    </span>
  );
}
