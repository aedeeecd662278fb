import { lazy, Suspense, useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { keepSharedLink } from '#device/shared-link.ts';
import { storedUser } from '#device/stored-user.ts';
import { paths } from '#paths.ts';

// A driver who is not signed in yet need not wait for it.
const Worker = lazy(() => import('./Worker.tsx'));

function ToLogin() {
  const link = useLocation();
  useEffect(() => keepSharedLink(link));
  return <Navigate to={paths.login} replace />;
}

/** The login gate: lets those through who have signed in on this device. */
export function SignedIn() {
  if (!storedUser()) return <ToLogin />;
  return (
    <>
      <Outlet />
      <Suspense>
        <Worker />
      </Suspense>
    </>
  );
}
