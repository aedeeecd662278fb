import { accounts } from './accounts.ts';
import { cards } from './cards.ts';
import { charging } from './charging.ts';
import { complaints } from './complaints.ts';
import { installation } from './installation.ts';
import { notifications } from './notifications.ts';
import { payments } from './payments.ts';
import { receipts } from './receipts.ts';
import { reviews } from './reviews.ts';
import { stations } from './stations.ts';
import { storefront } from './storefront.ts';
import { vehicles } from './vehicles.ts';
import { wallet } from './wallet.ts';

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
