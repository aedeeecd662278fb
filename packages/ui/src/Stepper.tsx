import { Minus, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './Stepper.module.css';

interface StepperProps {
  /** What is read between the buttons. */
  children: ReactNode;
  lessLabel: string;
  moreLabel: string;
  onLess: () => void;
  onMore: () => void;
  atStart: boolean;
  atEnd: boolean;
}

/** A large value between two round buttons, for hands that shake. */
export function Stepper({ children, lessLabel, moreLabel, onLess, onMore, atStart, atEnd }: StepperProps) {
  return (
    <div className={styles.stepper}>
      <button type="button" aria-label={lessLabel} aria-disabled={atStart} onClick={() => !atStart && onLess()}>
        <Minus size={24} aria-hidden />
      </button>
      <output className={styles.value}>{children}</output>
      <button type="button" aria-label={moreLabel} aria-disabled={atEnd} onClick={() => !atEnd && onMore()}>
        <Plus size={24} aria-hidden />
      </button>
    </div>
  );
}
