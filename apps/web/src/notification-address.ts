import type { NotificationTarget } from '@bijli/contract/notifications';
import { paths, stationPage } from './paths.ts';

/** The address that a notification opens. */
export function pathOfTarget(target: NotificationTarget): string {
  switch (target.screen) {
    case 'charging':
      return paths.nextCharging;
    case 'invoice':
      return `${paths.paymentDetails}?id=${encodeURIComponent(target.booking_id)}`;
    case 'wallet':
      return paths.wallet;
    case 'station':
      return stationPage(target.property_id);
  }
}
