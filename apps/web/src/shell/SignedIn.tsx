import { lazy, Suspense, useEffect } from 'react';
import { Navigate, Outlet } from 'react-router';
import { storedUser } from '#device/stored-user.ts';
import { paths } from '#paths.ts';

// A driver who is not signed in yet need not wait for it.
const Worker = lazy(() => import('./Worker.tsx'));

/** The login gate: lets those through who have signed in on this device. */
export function SignedIn() {
  useOneDriver();
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

/** What stands here is of one driver: it goes when another tab signs out or signs in, and is not shown again by going back. */
function useOneDriver() {
  useEffect(() => {
    const token = storedUser()?.token;
    const check = () => storedUser()?.token !== token && location.reload();
    const checkAfterBack = ({ persisted }: PageTransitionEvent) => persisted && check();
    addEventListener('storage', check);
    addEventListener('pageshow', checkAfterBack);
    return () => {
      removeEventListener('storage', check);
      removeEventListener('pageshow', checkAfterBack);
    };
  }, []);
}
