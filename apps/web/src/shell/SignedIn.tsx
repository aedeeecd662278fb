import { Navigate, Outlet } from 'react-router';
import { storedUser } from '#device/stored-user.ts';
import { paths } from '#paths.ts';

/** The login gate: lets those through who have signed in on this device. */
export function SignedIn() {
  return storedUser() ? <Outlet /> : <Navigate to={paths.login} replace />;
}
