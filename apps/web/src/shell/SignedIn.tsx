import { lazy, Suspense } from 'react';
import { Navigate, Outlet } from 'react-router';
import { storedUser } from '#device/stored-user.ts';
import { paths } from '#paths.ts';

// A driver who is not signed in yet need not wait for it.
const Worker = lazy(() => import('./Worker.tsx'));

/** The login gate: lets those through who have signed in on this device. */
export function SignedIn() {
  if (!storedUser()) return <Navigate to={paths.login} replace />;
  return (
    <>
      <Outlet />
      <Suspense>
        <Worker />
      </Suspense>
    </>
  );
}
