import type { ReactNode } from 'react';
import styles from './SectionHead.module.css';

/** The heading of a part of the station's page, and what stands at its right. */
export function SectionHead({ children }: { children: ReactNode }) {
  return <div className={styles.head}>{children}</div>;
}
