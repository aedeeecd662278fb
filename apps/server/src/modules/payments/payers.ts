import type { Database, Tx } from '#db/database.ts';
import type { Clock } from '#kernel/clock.ts';
import { DAY_MS } from '#kernel/durations.ts';
import type { DeletionRequest } from '#modules/accounts/index.ts';
import { refuse } from './payments.failures.ts';
import * as store from './payments.store.ts';
import type { Purpose, Purposes } from './purpose.ts';

/** Providers repeat a webhook for days and payers dispute a payment for weeks; what it did is kept with the payment. */
const KEEP_WEBHOOKS_MS = 90 * DAY_MS;

/** Whether the driver who paid has left. What only drivers pay for and nobody paid for was paid by one who has. */
export async function hasPayerLeft(tx: Tx, driverId: number | null, purpose: Purpose | undefined): Promise<boolean> {
  return driverId === null ? purpose?.isForDrivers === true : store.hasErasedPayer(tx, driverId);
}

/** What is kept of payers, and for how long. */
export function createPayers({ database, clock, purposes }: { database: Database; clock: Clock; purposes: Purposes }) {
  return {
    /** A driver leaves: refused while a payment is being checked; what earlier ones tell of the payer is erased. Throws payment_open. */
    async eraseDriver(tx: Tx, { driverId }: DeletionRequest): Promise<void> {
      if (await store.hasPendingOfDriver(tx, driverId)) refuse('payment_open');
      const forDrivers = [...purposes].filter(([, { isForDrivers }]) => isForDrivers).map(([name]) => name);
      await store.erasePayer(tx, driverId, forDrivers);
    },

    /** Purges webhooks of long ago, and the forms of payments that are over. */
    async purgeExpired(): Promise<void> {
      const now = clock.now();
      await store.purgeWebhooks(database, new Date(now.getTime() - KEEP_WEBHOOKS_MS));
      await store.purgeCheckoutForms(database, now);
    },
  };
}
