import type { ChargeMode } from '@bijli/contract/charge-choice';
import type { StartParams } from '@bijli/contract/charging';
import type { Coordinates } from '@bijli/contract/geo';
import { shopPathIn, SHOP_LANGUAGES } from '@bijli/contract/shop-language';
import type { Station } from '@bijli/contract/stations';
import { STICKER_PATH, type Sticker } from '@bijli/contract/sticker';

/** Every address of the app. Nowhere else is one spelt. */
export const paths = {
  login: '/login',
  otpVerify: '/otp-verify',
  basicDetails: '/basic-details',
  map: '/',
  listChargers: '/list-chargers',
  search: '/search',
  bookmarks: '/saved-charger-list',
  charger: '/charger',
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
  /** The storefront, which is no part of the app. */
  shop: '/products',
} as const;

/** Where the shop is, in the app's language. */
export const shopIn = (language: string) =>
  shopPathIn(SHOP_LANGUAGES.find((one) => one === language) ?? 'en', paths.shop);

/** The map, opened at a place; `zoom` in tiles of 256 px, where it is not to be as near as it comes to a place. */
export const mapAt = ({ latitude, longitude }: Coordinates, zoom?: number) =>
  `${paths.map}?lat=${latitude}&lng=${longitude}${zoom === undefined ? '' : `&zoom=${zoom}`}`;

const TOWN_ZOOM = 11;

/** How near the map comes to what a search has found, where it is a whole town. */
export const zoomOfPlace = ({ city }: { city?: string | undefined }) => (city === undefined ? TOWN_ZOOM : undefined);

/** The page of a station, as a link that can be shared. */
export const stationPage = (id: string) => `${paths.charger}?id=${encodeURIComponent(id)}`;

/** What comes back from a provider's checkout: the transaction to ask after. */
export const PAYMENT_PARAMETER = 'payment';

/** What a link that confirms an e-mail address brings to the profile. */
export const CONFIRM_PARAMETER = 'confirm';

/** The wallet, asking after a payment. */
export const returnFromPayment = (txnId: string) => `${paths.wallet}?${PAYMENT_PARAMETER}=${encodeURIComponent(txnId)}`;

/** Addresses outside the app. */
export const external = {
  directions: ({ latitude, longitude }: Coordinates) =>
    `https://www.google.com/maps/dir/?api=1&destination=${latitude},${longitude}`,
  /** A chat with a number in international form, the first message filled in. */
  whatsApp: (number: string, message: string) =>
    `https://wa.me/${number.replaceAll(/\D/g, '')}?text=${encodeURIComponent(message)}`,
  phone: (number: string) => `tel:${number.replaceAll(/[^+\d]/g, '')}`,
  email: (address: string) => `mailto:${address}`,
};

/* What one screen hands to the next as navigation state. */

export interface OtpNavigation {
  mobile_no: string;
  /** When another code may be asked for, in ms since 1970. */
  resend_at: number;
}
/** To / */
export interface MapNavigation {
  /** The driver is new and may want to say what car it is. */
  asksForVehicle?: boolean;
}
/** To /charger */
export interface StationNavigation {
  station?: Station;
  /** Lies open over the page. */
  sheet?: 'vehicle' | 'charge';
  /** What was chosen on the charge sheet before it was left. */
  choice?: KeptChoice;
  /** The driver stands there and wants to charge: the charge sheet opens at once. */
  wantsCharge?: boolean;
  /** The driver stands before it and has scanned it, or typed its number. */
  sticker?: Sticker;
}
/** A choice on the charge sheet, kept while the driver is elsewhere. */
export interface KeptChoice {
  connector_id: string;
  mode: ChargeMode;
  /** Wh, paise, minutes or percent, by the mode. */
  value: number;
  /** Percent of the battery now, where that is known. */
  soc?: number;
}
/** What credits are added for. */
export interface ChargeToPay {
  property_id: string;
  choice: KeptChoice;
  /** Paise, tax included; 0 where nothing was chosen yet. */
  total_paise: number;
  /** How much, in words. */
  what: string;
  /** Where, in words. */
  where: string;
}
/** To /manage-vehicles: who has added one there, or told what nobody knows of one, is led back. */
export interface VehiclesNavigation {
  fromScreen?: 'station' | 'map';
  /** Id of the driver's vehicle to be told of. */
  tell?: string;
}
/** To /reviews and /add-review */
export interface ReviewNavigation {
  property_id: string;
  property_name: string;
}
/** To /wallet: opens the credit sheet at once. */
export interface WalletNavigation {
  popopen: true;
  /** The charge that it is for; the wallet leads back to it. */
  charge?: ChargeToPay;
}
/** To /next-charging */
export interface ChargingNavigation {
  params: Partial<StartParams>;
  property_id?: string;
}
/** To /payment-details: one of the two ids. */
export interface InvoiceNavigation {
  transaction_id?: string;
  payment_id?: string;
  fromScreen?: 'charging';
  /** What the invoice's review is about. */
  property_id?: string;
  property_name?: string;
}
