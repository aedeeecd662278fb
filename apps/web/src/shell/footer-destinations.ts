import { type LucideIcon, Map, ScanQrCode, UserRound, Wallet } from 'lucide-react';
import type { Messages } from '#messages/messages.ts';
import { paths } from '#paths.ts';

export interface FooterDestination {
  to: string;
  icon: LucideIcon;
  word: keyof Messages['nav'];
  /** Not one of the app's screens, but the shop. */
  isOutside?: boolean;
}

export const map: FooterDestination = { to: paths.map, icon: Map, word: 'map' };
export const wallet: FooterDestination = { to: paths.wallet, icon: Wallet, word: 'wallet' };
export const profile: FooterDestination = { to: paths.profile, icon: UserRound, word: 'profile' };

export const scan: FooterDestination = { to: paths.scan, icon: ScanQrCode, word: 'scan' };

// Apart from the other destinations, so that the first page need not carry all their icons.
export const footerDestinations: FooterDestination[] = [map, wallet, profile];

/** Which item of footer bar or rail a screen belongs to when it is none itself. */
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
