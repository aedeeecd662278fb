import { every } from '#kernel/every.ts';
import type { AppOptions, Modules } from './app.ts';

const PAYMENTS_EVERY_MS = 3000;
const MESSAGES_EVERY_MS = 2000;
const PUSHES_EVERY_MS = 1000;
const WATCHES_EVERY_MS = 10_000;
const ENDS_EVERY_MS = 60_000;
const PURGES_EVERY_MS = 3_600_000;

/** The background jobs of this node; calling an answer ends its job and settles when the run under way is over. */
export function startJobs(all: Modules, { clock, log }: Pick<AppOptions, 'clock' | 'log'>): (() => Promise<void>)[] {
  const { accounts, personalData, discovery, notifications, payments, sessions, storefront } = all;
  const withExpiringRows = Object.entries({ accounts, personalData, notifications, payments, sessions, storefront });
  const base = { clock, log };
  return [
    every(payments.reconcileDue, { ...base, everyMs: PAYMENTS_EVERY_MS, failed: 'payments could not be reconciled' }),
    every(storefront.followUpOrders, {
      ...base,
      everyMs: MESSAGES_EVERY_MS,
      failed: 'the shop could not follow up its orders',
    }),
    every(all.receipts.sendDue, { ...base, everyMs: MESSAGES_EVERY_MS, failed: 'receipts could not be sent' }),
    every(notifications.sendDue, {
      ...base,
      everyMs: PUSHES_EVERY_MS,
      failed: 'notifications wait; they are tried again',
    }),
    every(notifications.checkWatches, {
      ...base,
      everyMs: WATCHES_EVERY_MS,
      failed: 'watched stations are looked at again later',
    }),
    every(() => discovery.expect(sessions.expectedEnds()), {
      ...base,
      everyMs: ENDS_EVERY_MS,
      failed: 'lists do not tell when plugs will be free',
    }),
    ...withExpiringRows.map(([name, module]) =>
      every(() => module.purgeExpired(), {
        ...base,
        everyMs: PURGES_EVERY_MS,
        immediately: true,
        failed: `expired rows of ${name} could not be purged`,
      }),
    ),
  ];
}
