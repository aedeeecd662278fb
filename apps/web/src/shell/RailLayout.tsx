import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router';
import { RAIL, useMedia } from '#device/media.ts';
import { storedUser } from '#device/stored-user.ts';
import { SplashScreen } from './SplashScreen.tsx';
import styles from './RailLayout.module.css';

// Loaded separately, because the login page and phones do not use it.
const SideRail = lazy(() => import('./SideRail.tsx'));

/**
 * The parent of all pages. A signed-in driver has the rail beside them on wide screens, and it stays while the pages
 * change.
 */
export function RailLayout() {
  const hasRail = useMedia(RAIL) && storedUser() !== undefined;
  return (
    <div className={hasRail ? styles.beside : undefined}>
      {hasRail && (
        <Suspense>
          <SideRail />
        </Suspense>
      )}
      <Suspense fallback={<SplashScreen />}>
        <Outlet />
      </Suspense>
    </div>
  );
}
