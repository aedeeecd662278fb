import {
  Bell,
  Bookmark,
  CarFront,
  CircleX,
  FileText,
  History,
  IdCard,
  LifeBuoy,
  List,
  Shield,
  ShoppingBag,
  Undo2,
} from 'lucide-react';
import { paths } from '#paths.ts';
import { type Destination, map, profile, scan, wallet } from './footer-destinations.ts';

const sessions: Destination = { to: paths.chargingSessions, icon: History, word: 'chargingSessions' };
const vehicles: Destination = { to: paths.manageVehicles, icon: CarFront, word: 'manageVehicles' };
const cards: Destination = { to: paths.cards, icon: IdCard, word: 'cards' };
const bookmarks: Destination = { to: paths.bookmarks, icon: Bookmark, word: 'bookmarks' };
const notifications: Destination = { to: paths.notifications, icon: Bell, word: 'notifications' };
const help: Destination = { to: paths.contactUs, icon: LifeBuoy, word: 'helpCenter' };

export const menuDestinations: Destination[] = [
  map,
  scan,
  { to: paths.listChargers, icon: List, word: 'listChargers' },
  bookmarks,
  wallet,
  sessions,
  vehicles,
  notifications,
  { to: paths.shop, icon: ShoppingBag, word: 'shop', isOutside: true },
  help,
  profile,
];

/** The driver's own things, listed on the profile. */
export const ownDestinations: Destination[] = [sessions, vehicles, cards, bookmarks, notifications, help];

export const policyDestinations = [
  { to: paths.privacy, icon: Shield, word: 'privacy' },
  { to: paths.terms, icon: FileText, word: 'terms' },
  { to: paths.refund, icon: Undo2, word: 'refund' },
  { to: paths.cancellation, icon: CircleX, word: 'cancellation' },
] as const satisfies Destination[];
