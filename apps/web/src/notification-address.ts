import type { NotificationTarget } from '@bijli/contract/notifications';
import { paths } from './paths.ts';

/** Where a notification leads, as an address that stands for itself. */
export function addressOf(target: NotificationTarget): string {
  switch (target.screen) {
    case 'charging':
      return paths.nextCharging;
    case 'invoice':
      return `${paths.paymentDetails}?id=${encodeURIComponent(target.booking_id)}`;
    case 'wallet':
      return paths.wallet;
    case 'station':
      return `${paths.charger}?id=${encodeURIComponent(target.property_id)}`;
  }
}
