import { type LucideIcon, Map, ScanQrCode, UserRound, Wallet } from 'lucide-react';
import type { Messages } from '#messages/messages.ts';
import { paths } from '#paths.ts';

export interface Destination {
  to: string;
  icon: LucideIcon;
  word: keyof Messages['nav'];
  /** True for the shop, which is not a screen of the app. */
  isOutside?: boolean;
}

export const map: Destination = { to: paths.map, icon: Map, word: 'map' };
export const wallet: Destination = { to: paths.wallet, icon: Wallet, word: 'wallet' };
export const profile: Destination = { to: paths.profile, icon: UserRound, word: 'profile' };

export const scan: Destination = { to: paths.scan, icon: ScanQrCode, word: 'scan' };

// In a file of their own, so that the first page does not load the icons of all destinations.
export const footerDestinations: Destination[] = [map, wallet, profile];

/** The item of the footer bar or rail that is marked as current on a screen that has no item of its own. */
export const footerHome: Record<string, string> = {
  [paths.listChargers]: paths.map,
  [paths.search]: paths.map,
  [paths.charger]: paths.map,
  [paths.chargerNumber]: paths.scan,
  [paths.bookmarks]: paths.profile,
  [paths.chargingSessions]: paths.profile,
  [paths.notifications]: paths.profile,
  [paths.reviews]: paths.map,
  [paths.addReview]: paths.map,
  [paths.manageVehicles]: paths.profile,
  [paths.cards]: paths.profile,
  [paths.paymentDetails]: paths.profile,
  [paths.contactUs]: paths.profile,
  [paths.privacy]: paths.profile,
  [paths.terms]: paths.profile,
  [paths.refund]: paths.profile,
  [paths.cancellation]: paths.profile,
};
