import type { QueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router';
import { whenIdle } from './device/idle.ts';
import { RAIL, useMedia } from './device/media.ts';
import { paths } from './paths.ts';
import { Login } from './screens/sign-in/Login.tsx';
import { BesideMap } from './shell/beside-map.ts';
import { Opening } from './shell/Opening.tsx';
import { SignedIn } from './shell/SignedIn.tsx';
import { useMovable } from './shell/use-movable.tsx';
import { WithRail } from './shell/WithRail.tsx';

// Each screen is fetched when it is first opened, or once the first one has come to rest; only the first one a new driver
// sees comes with the app.
const screens = {
  OtpVerify: () => import('./screens/sign-in/OtpVerify.tsx'),
  BasicDetails: () => import('./screens/sign-in/BasicDetails.tsx'),
  MapScreen: () => import('./screens/map/MapScreen.tsx'),
  StationsList: () => import('./screens/stations-list/StationsList.tsx'),
  Search: () => import('./screens/search/Search.tsx'),
  Bookmarks: () => import('./screens/bookmarks/Bookmarks.tsx'),
  Station: () => import('./screens/station/StationScreen.tsx'),
  Scan: () => import('./screens/scan/Scan.tsx'),
  ChargerNumber: () => import('./screens/scan/ChargerNumber.tsx'),
  FromSticker: () => import('./screens/station/FromSticker.tsx'),
  Charging: () => import('./screens/charging/ChargingScreen.tsx'),
  Wallet: () => import('./screens/wallet/Wallet.tsx'),
  Invoice: () => import('./screens/sessions/Invoice.tsx'),
  Sessions: () => import('./screens/sessions/Sessions.tsx'),
  Vehicles: () => import('./screens/vehicles/Vehicles.tsx'),
  Profile: () => import('./screens/profile/Profile.tsx'),
  Notifications: () => import('./screens/notifications/Notifications.tsx'),
  Reviews: () => import('./screens/reviews/Reviews.tsx'),
  AddReview: () => import('./screens/reviews/AddReview.tsx'),
  Help: () => import('./screens/help/Help.tsx'),
  Policy: () => import('./screens/policies/Policy.tsx'),
  NotFound: () => import('./shell/NotFound.tsx'),
};
const OtpVerify = lazy(screens.OtpVerify);
const BasicDetails = lazy(screens.BasicDetails);
let home: Awaited<ReturnType<typeof screens.MapScreen>> | undefined;
const MapScreen = lazy(() => (home ? resolved(home) : screens.MapScreen()));
const StationsList = lazy(screens.StationsList);
const Search = lazy(screens.Search);
const Bookmarks = lazy(screens.Bookmarks);
const Station = lazy(screens.Station);
const Scan = lazy(screens.Scan);
const ChargerNumber = lazy(screens.ChargerNumber);
const FromSticker = lazy(screens.FromSticker);
const Charging = lazy(screens.Charging);
const Wallet = lazy(screens.Wallet);
const Invoice = lazy(screens.Invoice);
const Sessions = lazy(screens.Sessions);
const Vehicles = lazy(screens.Vehicles);
const Profile = lazy(screens.Profile);
const Notifications = lazy(screens.Notifications);
const Reviews = lazy(screens.Reviews);
const AddReview = lazy(screens.AddReview);
const Help = lazy(screens.Help);
const Policy = lazy(screens.Policy);
const NotFound = lazy(screens.NotFound);

/** Fetches the map, where the app opens most, and its stations, so that it is the first that is drawn. */
export async function fetchHome(queries: QueryClient): Promise<void> {
  if (location.pathname !== paths.map) return;
  try {
    home = await screens.MapScreen();
    // Without a network it shows what was kept, which is read meanwhile.
    if (navigator.onLine) home.fetchAhead(queries);
  } catch {
    // Whoever draws it asks again, and tells.
  }
}

/** For React: what is here already, without a moment of waiting in which something else would be drawn. */
function resolved<T>(here: T): Promise<T> {
  const answer = Promise.resolve(here);
  // oxlint-disable-next-line unicorn/no-thenable -- React reads a lazy component at once if it is told of it at once
  answer.then = ((take: (here: T) => void) => take(here)) as typeof answer.then;
  return answer;
}

const AT_REST_MS = 4000;

/** Fetches the other screens, so that they are there when the network is not: one by one, and while the page has nothing else to do. */
function useScreensAtHand(): void {
  useEffect(() => {
    let leave = () => {};
    let isLeft = false;
    const fetchFirst = ([load, ...others]: (() => Promise<unknown>)[]) => {
      if (!load || isLeft) return;
      leave = whenIdle(() => {
        load()
          .catch((error: unknown) => console.warn('A screen was not fetched ahead', error))
          .finally(() => fetchFirst(others));
      });
    };
    const timer = setTimeout(() => fetchFirst(Object.values(screens)), AT_REST_MS);
    return () => {
      isLeft = true;
      clearTimeout(timer);
      leave();
    };
  }, []);
}

/**
 * The map; on wide screens also beside the list, the search and a station. It stays as it is while these change, and they do
 * when the screen becomes wider or narrower.
 */
function MapPages() {
  const hasRail = useMedia(RAIL);
  const { pathname } = useLocation();
  const { drawn, place } = useMovable(
    <BesideMap value={hasRail}>
      <Suspense fallback={!hasRail && <Opening />}>
        <Outlet />
      </Suspense>
    </BesideMap>,
  );
  if (pathname === paths.map) return <MapScreen />;
  return (
    <>
      {hasRail ? <MapScreen pageBeside={place} /> : place}
      {drawn}
    </>
  );
}

export function AppRoutes() {
  useScreensAtHand();
  return (
    <Suspense fallback={<Opening />}>
      <Routes>
        <Route path={paths.login} element={<Login />} />
        <Route path={paths.otpVerify} element={<OtpVerify />} />
        <Route element={<SignedIn />}>
          <Route path={paths.basicDetails} element={<BasicDetails />} />
          <Route path={paths.scan} element={<Scan />} />
          <Route path={paths.sticker} element={<Navigate to={paths.scan} replace />} />
        </Route>
        <Route element={<WithRail />}>
          <Route path={paths.privacy} element={<Policy key="privacy" which="privacy" />} />
          <Route path={paths.terms} element={<Policy key="terms" which="terms" />} />
          <Route path={paths.refund} element={<Policy key="refund" which="refund" />} />
          <Route path={paths.cancellation} element={<Policy key="cancellation" which="cancellation" />} />
          <Route element={<SignedIn />}>
            <Route element={<MapPages />}>
              <Route path={paths.map} element={null} />
              <Route path={paths.listChargers} element={<StationsList />} />
              <Route path={paths.search} element={<Search />} />
              <Route path={paths.charger} element={<Station />} />
            </Route>
            <Route path={paths.chargerNumber} element={<ChargerNumber />} />
            <Route path={`${paths.sticker}/:charger/:connector?`} element={<FromSticker />} />
            <Route path={paths.bookmarks} element={<Bookmarks />} />
            <Route path={paths.nextCharging} element={<Charging />} />
            <Route path={paths.wallet} element={<Wallet />} />
            <Route path={paths.paymentDetails} element={<Invoice />} />
            <Route path={paths.chargingSessions} element={<Sessions />} />
            <Route path={paths.manageVehicles} element={<Vehicles />} />
            <Route path={paths.profile} element={<Profile />} />
            <Route path={paths.notifications} element={<Notifications />} />
            <Route path={paths.reviews} element={<Reviews />} />
            <Route path={paths.addReview} element={<AddReview />} />
            <Route path={paths.contactUs} element={<Help />} />
          </Route>
        </Route>
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  );
}
