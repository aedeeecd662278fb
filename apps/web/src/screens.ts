/**
 * Each of these screens loads when it is first opened, or in the background after the first one (`fetch-ahead.ts`).
 * Only the screen that a new driver sees first is part of the app's main chunk.
 */
export const screens = {
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
