import { accounts } from './driver/accounts.ts';
import { cards } from './driver/cards.ts';
import { charging } from './driver/charging.ts';
import { complaints } from './driver/complaints.ts';
import { notifications } from './driver/notifications.ts';
import { payments } from './driver/payments.ts';
import { receipts } from './driver/receipts.ts';
import { reviews } from './driver/reviews.ts';
import { stations } from './driver/stations.ts';
import { vehicles } from './driver/vehicles.ts';
import { wallet } from './driver/wallet.ts';
import { installation } from './installation.ts';
import { storefront } from './shop/storefront.ts';

/** All calls of drivers, the shop and the demo, by name. Calls of staff are in `operator-api.ts`. */
export const api = {
  ...accounts,
  ...stations,
  ...vehicles,
  ...wallet,
  ...payments,
  ...charging,
  ...cards,
  ...reviews,
  ...complaints,
  ...notifications,
  ...receipts,
  ...storefront,
  ...installation,
};

export type Api = typeof api;
export type CallName = keyof Api;
