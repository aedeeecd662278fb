import { complaintsData } from '#modules/complaints/index.ts';
import { discoveryData } from '#modules/discovery/index.ts';
import { notificationsData } from '#modules/notifications/index.ts';
import { paymentsData } from '#modules/payments/index.ts';
import { receiptsData } from '#modules/receipts/index.ts';
import { reviewsData } from '#modules/reviews/index.ts';
import { sessionsData } from '#modules/sessions/index.ts';
import { storefrontData } from '#modules/storefront/index.ts';
import { cardsData } from '#modules/tokens/index.ts';
import { vehiclesData } from '#modules/vehicles/index.ts';
import { walletData } from '#modules/wallet/index.ts';

/** What each module holds of a driver, in the order in which a copy shows it. */
export const PERSONAL_PARTS = [
  vehiclesData,
  cardsData,
  walletData,
  paymentsData,
  sessionsData,
  reviewsData,
  discoveryData,
  notificationsData,
  complaintsData,
  storefrontData,
  receiptsData,
];
