import { lazy, Suspense, useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { keepSharedLink } from '#device/shared-link.ts';
import { storedUser } from '#device/stored-user.ts';
import { paths } from '#paths.ts';

// Loaded separately, because a driver who is not signed in does not need it.
const BackgroundTasks = lazy(() => import('./BackgroundTasks.tsx'));

function ToLogin() {
  const link = useLocation();
  useEffect(() => keepSharedLink(link));
  return <Navigate to={paths.login} replace />;
}

/**
 * The login gate: shows its pages only to a driver who is signed in on this device. Others are led to the login page.
 */
export function SignedIn() {
  if (!storedUser()) return <ToLogin />;
  return (
    <>
      <Outlet />
      <Suspense>
        <BackgroundTasks />
      </Suspense>
    </>
  );
}
