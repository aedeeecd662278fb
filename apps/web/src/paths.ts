import type { ChargeMode } from '@bijli/contract/charge-choice';
import type { StartParams } from '@bijli/contract/charging';
import type { Coordinates } from '@bijli/contract/geo';
import { shopPathIn, SHOP_LANGUAGES } from '@bijli/contract/shop-language';
import { STATION_PAGE_PATH, stationPage } from '@bijli/contract/station-page';
import type { Station } from '@bijli/contract/stations';
import { STICKER_PATH, type Sticker } from '@bijli/contract/sticker';

/** All addresses of the app. No other file spells one. */
export const paths = {
  login: '/login',
  otpVerify: '/otp-verify',
  basicDetails: '/basic-details',
  map: '/',
  listChargers: '/list-chargers',
  search: '/search',
  bookmarks: '/saved-charger-list',
  charger: STATION_PAGE_PATH,
  scan: '/scan',
  chargerNumber: '/charger-number',
  sticker: STICKER_PATH,
  nextCharging: '/next-charging',
  wallet: '/wallet',
  paymentDetails: '/payment-details',
  chargingSessions: '/charging-sessions',
  manageVehicles: '/manage-vehicles',
  cards: '/cards',
  profile: '/profile',
  notifications: '/notifications',
  reviews: '/reviews',
  addReview: '/add-review',
  contactUs: '/contact-us',
  privacy: '/privacy',
  terms: '/termsandcondition',
  refund: '/refund',
  cancellation: '/cancellation',
  /** The shop, which is not part of the app. */
  shop: '/products',
} as const;

/** The shop's path in the app's language. */
export const shopIn = (language: string) =>
  shopPathIn(SHOP_LANGUAGES.find((one) => one === language) ?? 'en', paths.shop);

/** The map at a place. `zoom` is in tiles of 256 px. Without it the map uses the zoom of a place. */
export const mapAt = ({ latitude, longitude }: Coordinates, zoom?: number) =>
  `${paths.map}?lat=${latitude}&lng=${longitude}${zoom === undefined ? '' : `&zoom=${zoom}`}`;

const FOUND_TOWN_ZOOM = 11;

/** The zoom for a search result: a whole town needs a smaller one. */
export const zoomOfPlace = ({ city }: { city?: string | undefined }) =>
  city === undefined ? FOUND_TOWN_ZOOM : undefined;

export { stationPage };

/** Query parameter of the return from a provider's checkout: the transaction to ask about. */
export const PAYMENT_PARAMETER = 'payment';

/** Query parameter with which a confirmation link opens the profile. */
export const CONFIRM_PARAMETER = 'confirm';

/** The wallet, which will ask about a payment. */
export const returnFromPayment = (txnId: string) => `${paths.wallet}?${PAYMENT_PARAMETER}=${encodeURIComponent(txnId)}`;

/** Addresses outside the app. */
export const external = {
  directions: ({ latitude, longitude }: Coordinates) =>
    `https://www.google.com/maps/dir/?api=1&destination=${latitude},${longitude}`,
  /** A chat with a number in international form, with a prepared first message. */
  whatsApp: (number: string, message: string) =>
    `https://wa.me/${number.replaceAll(/\D/g, '')}?text=${encodeURIComponent(message)}`,
  phone: (number: string) => `tel:${number.replaceAll(/[^+\d]/g, '')}`,
  email: (address: string) => `mailto:${address}`,
};

/* The navigation state that one screen passes to another. */

export interface OtpNavigation {
  mobile_no: string;
  /** When another code may be requested, in ms since 1970. */
  resend_at: number;
}
/** For / */
export interface MapNavigation {
  /** The driver is new and should be asked for a vehicle. */
  asksForVehicle?: boolean;
}
/** For /charger */
export interface StationNavigation {
  station?: Station;
  /** The sheet that is open over the page. */
  sheet?: 'vehicle' | 'charge';
  /** The choice on the charge sheet before it was left. */
  choice?: KeptChoice;
  /** The driver is there and wants to charge, so the charge sheet opens at once. */
  wantsCharge?: boolean;
  /** The driver is at the charger and has scanned its sticker or typed its number. */
  sticker?: Sticker;
}
/** A choice on the charge sheet, kept while the driver is elsewhere. */
export interface KeptChoice {
  connector_id: string;
  mode: ChargeMode;
  /** Wh, paise, minutes or percent, depending on the mode. */
  value: number;
  /** State of charge now in percent, if known. */
  soc?: number;
}
/** The charge that credits are added for. */
export interface ChargeToPay {
  property_id: string;
  choice: KeptChoice;
  /** Paise with tax. 0 when nothing was chosen yet. */
  total_paise: number;
  /** How much, as text. */
  what: string;
  /** Where, as text. */
  where: string;
}
/** For /manage-vehicles: after adding a vehicle or its missing facts, the driver returns to the station. */
export interface VehiclesNavigation {
  fromScreen?: 'station' | 'map';
  /** Id of the vehicle whose missing facts are asked for. */
  tell?: string;
}
/** For /reviews and /add-review */
export interface ReviewNavigation {
  property_id: string;
  property_name: string;
}
/** For /wallet: opens the credit sheet at once. */
export interface WalletNavigation {
  popopen: true;
  /** The charge that credits are for. The wallet leads back to it. */
  charge?: ChargeToPay;
}
/** For /next-charging */
export interface ChargingNavigation {
  params: Partial<StartParams>;
  property_id?: string;
}
/** For /payment-details: one of the two ids. */
export interface InvoiceNavigation {
  transaction_id?: string;
  payment_id?: string;
  fromScreen?: 'charging';
  /** The station that can be reviewed there. */
  property_id?: string;
  property_name?: string;
}
