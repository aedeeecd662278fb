import { CarFront, History, List, type LucideIcon, Map, UserRound, Wallet } from 'lucide-react';
import { paths } from '#paths.ts';
import type { Words } from '#words/words.ts';

interface Destination {
  to: string;
  icon: LucideIcon;
  word: keyof Words['nav'];
}

const map: Destination = { to: paths.map, icon: Map, word: 'map' };
const wallet: Destination = { to: paths.wallet, icon: Wallet, word: 'wallet' };
const profile: Destination = { to: paths.profile, icon: UserRound, word: 'profile' };

export const footerDestinations: Destination[] = [map, wallet, profile];

export const menuDestinations: Destination[] = [
  map,
  { to: paths.listChargers, icon: List, word: 'listChargers' },
  wallet,
  { to: paths.chargingSessions, icon: History, word: 'chargingSessions' },
  { to: paths.manageVehicles, icon: CarFront, word: 'manageVehicles' },
  profile,
];

/** Which footer item a screen belongs to when it is none itself. */
export const footerHome: Record<string, string> = {
  [paths.listChargers]: paths.map,
  [paths.chargingSessions]: paths.profile,
};
