import { type ReactNode, Suspense } from 'react';
import { BesideMap } from '#shell/beside-map.ts';
import { useKeptScroll } from './use-kept-scroll.ts';
import styles from './Beside.module.css';

/** Another page in the panel beside the map. */
export function Beside({ children }: { children: ReactNode }) {
  return (
    <div className={styles.panel} {...useKeptScroll<HTMLDivElement>()}>
      <BesideMap value={true}>
        <Suspense>{children}</Suspense>
      </BesideMap>
    </div>
  );
}
