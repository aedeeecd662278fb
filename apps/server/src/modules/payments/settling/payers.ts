import type { Tx } from '#db/database.ts';
import type { DeletionRequest } from '#modules/accounts/index.ts';
import { refuse } from '../payments.refusals.ts';
import * as store from '../payments.store.ts';
import type { Purpose, Purposes } from '../purpose.ts';

/**
 * True if the driver who paid has deleted the account. A payment without a driver, for a purpose of drivers only, was
 * paid by such a driver.
 */
export async function hasPayerLeft(tx: Tx, driverId: number | null, purpose: Purpose | undefined): Promise<boolean> {
  return driverId === null ? purpose?.isForDrivers === true : store.hasErasedPayer(tx, driverId);
}

/** Erases payers. */
export function createPayers({ purposes }: { purposes: Purposes }) {
  return {
    /** Erases a driver from earlier payments. Throws payment_open while a payment is being checked. */
    async eraseDriver(tx: Tx, { driverId }: DeletionRequest): Promise<void> {
      if (await store.hasPendingOfDriver(tx, driverId)) refuse('payment_open');
      const forDrivers = [...purposes].filter(([, { isForDrivers }]) => isForDrivers).map(([name]) => name);
      await store.erasePayerOfPayments(tx, driverId, forDrivers);
    },
  };
}
