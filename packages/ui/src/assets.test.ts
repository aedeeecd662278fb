import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { icons } from 'lucide-react';
import { siWhatsapp } from 'simple-icons';
import { expect, test } from 'vitest';

/** The pictures in question, each with the icon that stands for it. */
const ICONS: Record<string, keyof typeof icons> = {
  arrow: 'ArrowRight',
  back: 'ArrowLeft',
  call: 'Phone',
  camera: 'Camera',
  car: 'CarFront',
  'car care': 'Wrench',
  cafe: 'Coffee',
  'credit card': 'CreditCard',
  'debit card': 'WalletCards',
  filter: 'SlidersHorizontal',
  list: 'List',
  map: 'Map',
  'map marker': 'MapPin',
  'my location': 'LocateFixed',
  navigation: 'Navigation',
  profile: 'UserRound',
  save: 'Bookmark',
  unsave: 'BookmarkX',
  store: 'Store',
  support: 'LifeBuoy',
  toilet: 'Toilet',
  user: 'User',
  wallet: 'Wallet',
  'whatsapp, in words': 'MessageCircle',
  write: 'Pencil',
};

/** Pictures that are drawn for this app. */
const DRAWN = {
  'charger icon in green': 'brand/pin-free.svg',
  'charger icon in blue': 'brand/pin-busy.svg',
  'electric car': 'drawings/vehicles/hatchback.svg',
  logo: 'content/Logo.tsx',
};

test('every picture that is used exists [ENTITY-25]', () => {
  const missing = [
    ...Object.entries(ICONS).filter(([, icon]) => !icons[icon]),
    ...Object.entries(DRAWN).filter(([, file]) => !existsSync(join(import.meta.dirname, file))),
  ];
  expect(missing).toEqual([]);
  expect(siWhatsapp.path).not.toBe('');
});
