import type { ReactNode } from 'react';
import styles from './BuyerFacts.module.css';

/** One row of what a buyer asks: an icon, and what there is to say. */
export function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li>
      <span className={styles.icon} aria-hidden>
        {icon}
      </span>
      <div>{children}</div>
    </li>
  );
}
