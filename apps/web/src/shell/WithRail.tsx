import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router';
import { RAIL, useMedia } from '#device/media.ts';
import { storedUser } from '#device/stored-user.ts';
import { Opening } from './Opening.tsx';
import styles from './WithRail.module.css';

// Neither the login page nor a phone has use for it.
const SideRail = lazy(() => import('./SideRail.tsx'));

/** Every page of a driver who is signed in; on a wide screen with the rail beside it, which stays as pages change. */
export function WithRail() {
  const hasRail = useMedia(RAIL) && storedUser() !== undefined;
  return (
    <div className={hasRail ? styles.beside : undefined}>
      {hasRail && (
        <Suspense>
          <SideRail />
        </Suspense>
      )}
      <Suspense fallback={<Opening />}>
        <Outlet />
      </Suspense>
    </div>
  );
}
