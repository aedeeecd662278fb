import { Minus, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './Stepper.module.css';

interface StepperProps {
  /** The value between the buttons. */
  children: ReactNode;
  lessLabel: string;
  moreLabel: string;
  onLess: () => void;
  onMore: () => void;
  isAtStart: boolean;
  isAtEnd: boolean;
}

/** A large value between two round buttons, for users who cannot aim well at a slider. */
export function Stepper({ children, lessLabel, moreLabel, onLess, onMore, isAtStart, isAtEnd }: StepperProps) {
  return (
    <div className={styles.stepper}>
      <button type="button" aria-label={lessLabel} aria-disabled={isAtStart} onClick={() => !isAtStart && onLess()}>
        <Minus size={24} aria-hidden />
      </button>
      <output className={styles.value}>{children}</output>
      <button type="button" aria-label={moreLabel} aria-disabled={isAtEnd} onClick={() => !isAtEnd && onMore()}>
        <Plus size={24} aria-hidden />
      </button>
    </div>
  );
}
