import type { Clock } from '#kernel/clock.ts';
import { HOUR_MS } from '#kernel/durations.ts';
import { every } from '#kernel/every.ts';
import type { Log } from '#kernel/log.ts';
import type { Discovery } from '#modules/discovery/index.ts';
import type { Notifications } from '#modules/notifications/index.ts';
import type { Payments } from '#modules/payments/index.ts';
import type { Sessions } from '#modules/sessions/index.ts';

const PAYMENTS_EVERY_MS = 3000;
const ORDERS_EVERY_MS = 2000;
const RECEIPTS_EVERY_MS = 2000;
const PUSHES_EVERY_MS = 1000;
const WATCHES_EVERY_MS = 10_000;
const ENDS_EVERY_MS = 60_000;
const PURGES_EVERY_MS = HOUR_MS;

interface WithExpiringRows {
  purgeExpired(): Promise<void>;
}

interface ModulesWithJobs {
  accounts: WithExpiringRows;
  personalData: WithExpiringRows;
  discovery: Pick<Discovery, 'expect'>;
  notifications: Pick<Notifications, 'checkWatches' | 'sendDue'> & WithExpiringRows;
  payments: Pick<Payments, 'reconcileDue'> & WithExpiringRows;
  receipts: { sendDue(): Promise<void> };
  sessions: Pick<Sessions, 'expectedEnds'> & WithExpiringRows;
  storefront: { followUpOrders(): Promise<void> } & WithExpiringRows;
}

/** The background jobs of this node; calling an answer ends its job and settles when the run under way is over. */
export function startJobs(
  modules: ModulesWithJobs,
  { clock, log }: { clock: Clock; log: Log },
): (() => Promise<void>)[] {
  const { accounts, personalData, discovery, notifications, payments, receipts, sessions, storefront } = modules;
  const withExpiringRows = Object.entries({ accounts, personalData, notifications, payments, sessions, storefront });
  const base = { clock, log };
  return [
    every(payments.reconcileDue, { ...base, everyMs: PAYMENTS_EVERY_MS, failed: 'payments could not be reconciled' }),
    every(storefront.followUpOrders, {
      ...base,
      everyMs: ORDERS_EVERY_MS,
      failed: 'the shop could not follow up its orders',
    }),
    every(receipts.sendDue, { ...base, everyMs: RECEIPTS_EVERY_MS, failed: 'receipts could not be sent' }),
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
