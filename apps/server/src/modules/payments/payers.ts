import type { Tx } from '#db/database.ts';
import type { DeletionRequest } from '#modules/accounts/index.ts';
import { refuse } from './payments.failures.ts';
import * as store from './payments.store.ts';
import type { Purpose, Purposes } from './purpose.ts';

/** Whether the driver who paid has left. What only drivers pay for and nobody paid for was paid by one who has. */
export async function hasPayerLeft(tx: Tx, driverId: number | null, purpose: Purpose | undefined): Promise<boolean> {
  return driverId === null ? purpose?.isForDrivers === true : store.hasErasedPayer(tx, driverId);
}

/** What is done for payers who leave. */
export function createPayers({ purposes }: { purposes: Purposes }) {
  return {
    /** A driver leaves: refused while a payment is being checked; what earlier ones tell of the payer is erased. Throws payment_open. */
    async eraseDriver(tx: Tx, { driverId }: DeletionRequest): Promise<void> {
      if (await store.hasPendingOfDriver(tx, driverId)) refuse('payment_open');
      const forDrivers = [...purposes].filter(([, { isForDrivers }]) => isForDrivers).map(([name]) => name);
      await store.erasePayerOfPayments(tx, driverId, forDrivers);
    },
  };
}
