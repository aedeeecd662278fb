import type { ReactNode } from 'react';
import { useKeptScroll } from './use-kept-scroll.ts';
import styles from './PagePanel.module.css';

/** A container for a page beside the map. */
export function PagePanel({ children }: { children: ReactNode }) {
  return (
    <div className={styles.panel} data-over-map {...useKeptScroll<HTMLDivElement>()}>
      {children}
    </div>
  );
}
