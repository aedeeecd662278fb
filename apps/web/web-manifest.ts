import type { ManifestOptions } from 'vite-plugin-pwa';

const icon = (src: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/brand/${src}`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});
const shortcutIcons = [icon('app-icon-192.png', 192, 'any')];

/** What a device needs to know to install the app. */
export const manifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Bijli',
  short_name: 'Bijli',
  description: 'Find a charger, pay from your wallet, watch your car charge.',
  lang: 'en',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  theme_color: '#f4f6f3',
  background_color: '#f4f6f3',
  categories: ['travel', 'navigation', 'utilities'],
  icons: [
    icon('app-icon-192.png', 192, 'any'),
    icon('app-icon-512.png', 512, 'any'),
    icon('app-icon-maskable-192.png', 192, 'maskable'),
    icon('app-icon-maskable-512.png', 512, 'maskable'),
  ],
  shortcuts: [
    { name: 'List of stations', url: '/list-chargers', icons: shortcutIcons },
    { name: 'Running charge', url: '/next-charging', icons: shortcutIcons },
    { name: 'Wallet', url: '/wallet', icons: shortcutIcons },
  ],
};
