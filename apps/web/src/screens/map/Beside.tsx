import type { ReactNode } from 'react';
import { useKeptScroll } from './use-kept-scroll.ts';
import styles from './Beside.module.css';

/** Another page in the panel beside the map. */
export function Beside({ children }: { children: ReactNode }) {
  return (
    <div className={styles.panel} data-over-map {...useKeptScroll<HTMLDivElement>()}>
      {children}
    </div>
  );
}
