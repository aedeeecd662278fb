import type { StartParams } from '@bijli/contract/charging';
import type { Place } from '@bijli/contract/geo';
import type { Station } from '@bijli/contract/stations';

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
  nextCharging: '/next-charging',
  wallet: '/wallet',
  paymentDetails: '/payment-details',
  chargingSessions: '/charging-sessions',
  manageVehicles: '/manage-vehicles',
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

/** The map, opened at a place. */
export const mapAt = ({ latitude, longitude }: Place) => `${paths.map}?lat=${latitude}&lng=${longitude}`;

/** What comes back from a provider's checkout: the transaction to ask after. */
export const PAYMENT_PARAMETER = 'payment';

/** The wallet, asking after a payment. */
export const returnFromPayment = (txnId: string) => `${paths.wallet}?${PAYMENT_PARAMETER}=${encodeURIComponent(txnId)}`;

/** Addresses outside the app. */
export const external = {
  directions: ({ latitude, longitude }: Place) =>
    `https://www.google.com/maps/dir/?api=1&destination=${latitude},${longitude}`,
  /** A chat with a number in international form, the first message filled in. */
  whatsApp: (number: string, message: string) =>
    `https://wa.me/${number.replaceAll(/\D/g, '')}?text=${encodeURIComponent(message)}`,
  phone: (number: string) => `tel:${number.replaceAll(/[^+\d]/g, '')}`,
  email: (address: string) => `mailto:${address}`,
};

/* What one screen hands to the next as navigation state. */

export interface OtpState {
  mobile_no: string;
  /** When another code may be asked for, in ms since 1970. */
  resend_at: number;
}
/** To /charger */
export interface StationState {
  station?: Station;
  /** Lies open over the page. */
  sheet?: 'vehicle';
}
/** To /manage-vehicles: who has added one is led back. */
export interface VehiclesState {
  fromScreen: 'station';
}
/** To /reviews and /add-review */
export interface ReviewState {
  property_id: string;
  property_name: string;
}
/** To /wallet: opens the credit sheet at once. */
export interface WalletState {
  popopen: true;
}
/** To /next-charging */
export interface ChargingState {
  params: Partial<StartParams>;
  property_id?: string;
}
/** To /payment-details: one of the two ids. */
export interface InvoiceState {
  transaction_id?: string;
  payment_id?: string;
  fromScreen?: 'charging';
  /** What the invoice's review is about. */
  property_id?: string;
  property_name?: string;
}
