import { lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router';
import { paths } from './paths.ts';
import { Login } from './screens/sign-in/Login.tsx';
import { NotFound } from './shell/NotFound.tsx';
import { Opening } from './shell/Opening.tsx';
import { SignedIn } from './shell/SignedIn.tsx';

// Each screen is fetched when it is first opened; only the first one a new driver sees comes with the app.
const OtpVerify = lazy(() => import('./screens/sign-in/OtpVerify.tsx'));
const BasicDetails = lazy(() => import('./screens/sign-in/BasicDetails.tsx'));
const MapScreen = lazy(() => import('./screens/map/MapScreen.tsx'));
const StationsList = lazy(() => import('./screens/stations-list/StationsList.tsx'));
const Station = lazy(() => import('./screens/station/StationScreen.tsx'));
const Charging = lazy(() => import('./screens/charging/ChargingScreen.tsx'));
const Wallet = lazy(() => import('./screens/wallet/Wallet.tsx'));
const Invoice = lazy(() => import('./screens/sessions/Invoice.tsx'));
const Sessions = lazy(() => import('./screens/sessions/Sessions.tsx'));
const Vehicles = lazy(() => import('./screens/vehicles/Vehicles.tsx'));
const Profile = lazy(() => import('./screens/profile/Profile.tsx'));

export function AppRoutes() {
  return (
    <Suspense fallback={<Opening />}>
      <Routes>
        <Route path={paths.login} element={<Login />} />
        <Route path={paths.otpVerify} element={<OtpVerify />} />
        <Route element={<SignedIn />}>
          <Route path={paths.basicDetails} element={<BasicDetails />} />
          <Route path={paths.map} element={<MapScreen />} />
          <Route path={paths.listChargers} element={<StationsList />} />
          <Route path={paths.charger} element={<Station />} />
          <Route path={paths.nextCharging} element={<Charging />} />
          <Route path={paths.wallet} element={<Wallet />} />
          <Route path={paths.paymentDetails} element={<Invoice />} />
          <Route path={paths.chargingSessions} element={<Sessions />} />
          <Route path={paths.manageVehicles} element={<Vehicles />} />
          <Route path={paths.profile} element={<Profile />} />
        </Route>
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  );
}
