import type { Place } from '@bijli/contract/geo';
import type { Station } from '@bijli/contract/stations';
import type { StartParams } from '@bijli/contract/charging';

/** Every address of the app. Nowhere else is one spelt. */
export const paths = {
  login: '/login',
  otpVerify: '/otp-verify',
  basicDetails: '/basic-details',
  map: '/',
  listChargers: '/list-chargers',
  charger: '/charger',
  nextCharging: '/next-charging',
  wallet: '/wallet',
  paymentDetails: '/payment-details',
  chargingSessions: '/charging-sessions',
  manageVehicles: '/manage-vehicles',
  profile: '/profile',
} as const;

/** What comes back from a provider's checkout: the transaction to ask after. */
export const PAYMENT_PARAMETER = 'payment';

/** Addresses outside the app. */
export const external = {
  directions: ({ latitude, longitude }: Place) =>
    `https://www.google.com/maps/dir/?api=1&destination=${latitude},${longitude}`,
};

/* What one screen hands to the next as navigation state. */

export interface OtpState {
  mobile_no: string;
  /** When another code may be asked for, in ms since 1970. */
  resend_at: number;
}
/** To /charger */
export interface StationState {
  station: Station;
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
