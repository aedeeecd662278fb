import type { Clock } from '#kernel/clock.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#kernel/durations.ts';
import { every } from '#kernel/every.ts';
import type { Log } from '#kernel/log.ts';
import type { Discovery } from '#modules/discovery/index.ts';
import type { Notifications } from '#modules/notifications/index.ts';
import type { Payments } from '#modules/payments/index.ts';
import type { Sessions } from '#modules/sessions/index.ts';

const PAYMENTS_EVERY_MS = 3 * SECOND_MS;
const ORDERS_EVERY_MS = 2 * SECOND_MS;
const RECEIPTS_EVERY_MS = 2 * SECOND_MS;
const PUSHES_EVERY_MS = SECOND_MS;
const WATCHES_EVERY_MS = 10 * SECOND_MS;
const ENDS_EVERY_MS = MINUTE_MS;
const PURGES_EVERY_MS = HOUR_MS;

interface WithExpiringRows {
  purgeExpired(): Promise<void>;
}

interface ModulesWithJobs {
  accounts: WithExpiringRows;
  personalData: WithExpiringRows;
  discovery: Pick<Discovery, 'saveExpectedEnds'>;
  notifications: Pick<Notifications, 'checkWatches' | 'sendDue'> & WithExpiringRows;
  payments: Pick<Payments, 'reconcileDue'> & WithExpiringRows;
  receipts: { sendDue(): Promise<void> } & WithExpiringRows;
  sessions: Pick<Sessions, 'expectedEnds'> & WithExpiringRows;
  storefront: { followUpOrders(): Promise<void> } & WithExpiringRows;
}

/** The background jobs of this node; calling an answer ends its job and settles when the run under way is over. */
export function startJobs(
  modules: ModulesWithJobs,
  { clock, log }: { clock: Clock; log: Log },
): (() => Promise<void>)[] {
  const { accounts, personalData, discovery, notifications, payments, receipts, sessions, storefront } = modules;
  const withExpiringRows = Object.entries({
    accounts,
    personalData,
    notifications,
    payments,
    receipts,
    sessions,
    storefront,
  });
  const base = { clock, log };
  return [
    every(payments.reconcileDue, {
      ...base,
      name: 'payments.reconcileDue',
      everyMs: PAYMENTS_EVERY_MS,
      failedMessage: 'payments could not be reconciled',
    }),
    every(storefront.followUpOrders, {
      ...base,
      name: 'storefront.followUpOrders',
      everyMs: ORDERS_EVERY_MS,
      failedMessage: 'the shop could not follow up its orders',
    }),
    every(receipts.sendDue, {
      ...base,
      name: 'receipts.sendDue',
      everyMs: RECEIPTS_EVERY_MS,
      failedMessage: 'receipts could not be sent',
    }),
    every(notifications.sendDue, {
      ...base,
      name: 'notifications.sendDue',
      everyMs: PUSHES_EVERY_MS,
      failedMessage: 'notifications wait; they are tried again',
    }),
    every(notifications.checkWatches, {
      ...base,
      name: 'notifications.checkWatches',
      everyMs: WATCHES_EVERY_MS,
      failedMessage: 'watched stations are looked at again later',
    }),
    every(() => discovery.saveExpectedEnds(sessions.expectedEnds()), {
      ...base,
      name: 'discovery.saveExpectedEnds',
      everyMs: ENDS_EVERY_MS,
      failedMessage: 'lists do not tell when plugs will be free',
    }),
    ...withExpiringRows.map(([name, module]) =>
      every(() => module.purgeExpired(), {
        ...base,
        name: `${name}.purgeExpired`,
        everyMs: PURGES_EVERY_MS,
        immediately: true,
        failedMessage: `expired rows of ${name} could not be purged`,
      }),
    ),
  ];
}
