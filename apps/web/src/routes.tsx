import { lazy, Suspense } from 'react';
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router';
import { RAIL, useMedia } from './device/media.ts';
import { loadMapScreen, usePrefetchedScreens } from './fetch-ahead.ts';
import { paths } from './paths.ts';
import { screens } from './screens.ts';
import { LoginScreen } from './screens/sign-in/LoginScreen.tsx';
import { IsBesideMap } from './shell/is-beside-map.ts';
import { OpeningPage } from './shell/OpeningPage.tsx';
import { RailLayout } from './shell/RailLayout.tsx';
import { SignedIn } from './shell/SignedIn.tsx';
import { SplashScreen } from './shell/SplashScreen.tsx';
import { useMovablePage } from './shell/use-movable-page.tsx';

const OtpVerifyScreen = lazy(screens.OtpVerifyScreen);
const BasicDetailsScreen = lazy(screens.BasicDetailsScreen);
const MapScreen = lazy(loadMapScreen);
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

/**
 * The map. On wide screens it is also beside the list, the search and a station, and it stays as it is while these
 * change. The pages stay too when the screen becomes wider or narrower.
 */
function MapPages() {
  const hasRail = useMedia(RAIL);
  const { pathname } = useLocation();
  const { drawn, place } = useMovablePage(
    <IsBesideMap value={hasRail}>
      <Suspense fallback={<OpeningPage />}>
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
  usePrefetchedScreens();
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
