import type { QueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router';
import { fetchMapAhead } from './api/map-windows.ts';
import { whenIdle } from './device/idle.ts';
import { RAIL, useMedia } from './device/media.ts';
import { locateIfAllowed } from './device/position.ts';
import { paths } from './paths.ts';
import { LoginScreen } from './screens/sign-in/LoginScreen.tsx';
import { IsBesideMap } from './shell/is-beside-map.ts';
import { RailLayout } from './shell/RailLayout.tsx';
import { SignedIn } from './shell/SignedIn.tsx';
import { SplashScreen } from './shell/SplashScreen.tsx';
import { useMovablePage } from './shell/use-movable-page.tsx';

// Each screen loads when it is first opened, or in the background after the first one. Only the screen that a new
// driver sees first is part of the app's main chunk.
const screens = {
  OtpVerifyScreen: () => import('./screens/sign-in/OtpVerifyScreen.tsx'),
  BasicDetailsScreen: () => import('./screens/sign-in/BasicDetailsScreen.tsx'),
  MapScreen: () => import('./screens/map/MapScreen.tsx'),
  StationsListScreen: () => import('./screens/stations-list/StationsListScreen.tsx'),
  SearchScreen: () => import('./screens/search/SearchScreen.tsx'),
  BookmarksScreen: () => import('./screens/bookmarks/BookmarksScreen.tsx'),
  StationScreen: () => import('./screens/station/StationScreen.tsx'),
  ScanScreen: () => import('./screens/scan/ScanScreen.tsx'),
  ChargerNumberScreen: () => import('./screens/scan/ChargerNumberScreen.tsx'),
  FromStickerScreen: () => import('./screens/station/FromStickerScreen.tsx'),
  ChargingScreen: () => import('./screens/charging/ChargingScreen.tsx'),
  WalletScreen: () => import('./screens/wallet/WalletScreen.tsx'),
  InvoiceScreen: () => import('./screens/charges/InvoiceScreen.tsx'),
  ChargesScreen: () => import('./screens/charges/ChargesScreen.tsx'),
  VehiclesScreen: () => import('./screens/vehicles/VehiclesScreen.tsx'),
  CardsScreen: () => import('./screens/cards/CardsScreen.tsx'),
  ProfileScreen: () => import('./screens/profile/ProfileScreen.tsx'),
  NotificationsScreen: () => import('./screens/notifications/NotificationsScreen.tsx'),
  ReviewsScreen: () => import('./screens/reviews/ReviewsScreen.tsx'),
  AddReviewScreen: () => import('./screens/reviews/AddReviewScreen.tsx'),
  HelpScreen: () => import('./screens/help/HelpScreen.tsx'),
  PolicyScreen: () => import('./screens/policies/PolicyScreen.tsx'),
  NotFound: () => import('./shell/NotFound.tsx'),
};
const OtpVerifyScreen = lazy(screens.OtpVerifyScreen);
const BasicDetailsScreen = lazy(screens.BasicDetailsScreen);
let home: Awaited<ReturnType<typeof screens.MapScreen>> | undefined;
const MapScreen = lazy(() => (home ? resolved(home) : screens.MapScreen()));
const StationsListScreen = lazy(screens.StationsListScreen);
const SearchScreen = lazy(screens.SearchScreen);
const BookmarksScreen = lazy(screens.BookmarksScreen);
const StationScreen = lazy(screens.StationScreen);
const ScanScreen = lazy(screens.ScanScreen);
const ChargerNumberScreen = lazy(screens.ChargerNumberScreen);
const FromStickerScreen = lazy(screens.FromStickerScreen);
const ChargingScreen = lazy(screens.ChargingScreen);
const WalletScreen = lazy(screens.WalletScreen);
const InvoiceScreen = lazy(screens.InvoiceScreen);
const ChargesScreen = lazy(screens.ChargesScreen);
const VehiclesScreen = lazy(screens.VehiclesScreen);
const CardsScreen = lazy(screens.CardsScreen);
const ProfileScreen = lazy(screens.ProfileScreen);
const NotificationsScreen = lazy(screens.NotificationsScreen);
const ReviewsScreen = lazy(screens.ReviewsScreen);
const AddReviewScreen = lazy(screens.AddReviewScreen);
const HelpScreen = lazy(screens.HelpScreen);
const PolicyScreen = lazy(screens.PolicyScreen);
const NotFound = lazy(screens.NotFound);

/** Loads the map, which most drivers see first, and its stations before the first render. */
export async function fetchHome(queries: QueryClient): Promise<void> {
  if (location.pathname !== paths.map) return fetchMapBeside(queries);
  // Without a network the map shows the stored copies, which are read meanwhile.
  if (navigator.onLine) fetchMapAhead(queries);
  void locateIfAllowed();
  try {
    home = await screens.MapScreen();
  } catch {
    // The page that uses it asks again and shows the error.
  }
}

const BESIDE_MAP: ReadonlySet<string> = new Set([paths.listChargers, paths.search, paths.charger]);

/** Loads the map and its stations together with a page that has the map beside it. */
function fetchMapBeside(queries: QueryClient): void {
  if (!BESIDE_MAP.has(location.pathname) || !matchMedia(RAIL).matches) return;
  if (navigator.onLine) fetchMapAhead(queries);
  screens.MapScreen().catch((error: unknown) => console.warn('The map was not fetched ahead', error));
}

/** A promise that React treats as resolved, so that no fallback is shown for a moment. */
function resolved<T>(value: T): Promise<T> {
  const answer = Promise.resolve(value);
  // oxlint-disable-next-line unicorn/no-thenable -- React reads a lazy component at once if it is told of it at once
  answer.then = ((take: (value: T) => void) => take(value)) as typeof answer.then;
  return answer;
}

const AT_REST_MS = 4000;

/** Loads the other screens one by one while the page is idle, so that they are there when the network is not. */
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
 * The map. On wide screens it is also beside the list, the search and a station, and it stays as it is while these
 * change. The pages stay too when the screen becomes wider or narrower.
 */
function MapPages() {
  const hasRail = useMedia(RAIL);
  const { pathname } = useLocation();
  const { drawn, place } = useMovablePage(
    <IsBesideMap value={hasRail}>
      <Suspense fallback={!hasRail && <SplashScreen />}>
        <Outlet />
      </Suspense>
    </IsBesideMap>,
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
    <Suspense fallback={<SplashScreen />}>
      <Routes>
        <Route path={paths.login} element={<LoginScreen />} />
        <Route path={paths.otpVerify} element={<OtpVerifyScreen />} />
        <Route element={<SignedIn />}>
          <Route path={paths.basicDetails} element={<BasicDetailsScreen />} />
          <Route path={paths.scan} element={<ScanScreen />} />
          <Route path={paths.sticker} element={<Navigate to={paths.scan} replace />} />
        </Route>
        <Route element={<RailLayout />}>
          <Route path={paths.privacy} element={<PolicyScreen key="privacy" which="privacy" />} />
          <Route path={paths.terms} element={<PolicyScreen key="terms" which="terms" />} />
          <Route path={paths.refund} element={<PolicyScreen key="refund" which="refund" />} />
          <Route path={paths.cancellation} element={<PolicyScreen key="cancellation" which="cancellation" />} />
          <Route element={<SignedIn />}>
            <Route element={<MapPages />}>
              <Route path={paths.map} element={null} />
              <Route path={paths.listChargers} element={<StationsListScreen />} />
              <Route path={paths.search} element={<SearchScreen />} />
              <Route path={paths.charger} element={<StationScreen />} />
            </Route>
            <Route path={paths.chargerNumber} element={<ChargerNumberScreen />} />
            <Route path={`${paths.sticker}/:charger/:connector?`} element={<FromStickerScreen />} />
            <Route path={paths.bookmarks} element={<BookmarksScreen />} />
            <Route path={paths.nextCharging} element={<ChargingScreen />} />
            <Route path={paths.wallet} element={<WalletScreen />} />
            <Route path={paths.paymentDetails} element={<InvoiceScreen />} />
            <Route path={paths.chargingSessions} element={<ChargesScreen />} />
            <Route path={paths.manageVehicles} element={<VehiclesScreen />} />
            <Route path={paths.cards} element={<CardsScreen />} />
            <Route path={paths.profile} element={<ProfileScreen />} />
            <Route path={paths.notifications} element={<NotificationsScreen />} />
            <Route path={paths.reviews} element={<ReviewsScreen />} />
            <Route path={paths.addReview} element={<AddReviewScreen />} />
            <Route path={paths.contactUs} element={<HelpScreen />} />
          </Route>
        </Route>
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  );
}
