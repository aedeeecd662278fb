import { event, notice } from '#events/events.ts';

/** A driver's request to delete the account. */
export interface DeletionRequest {
  driverId: number;
  /** True if the driver accepts losing the balance. */
  givesUpBalance: boolean;
}

/** A driver is being erased. Listeners erase their data of the driver, or refuse while something is in progress. */
export const driverBeingErased = event<DeletionRequest>('accounts.driverBeingErased');

/** A driver was erased. */
export const driverErased = notice<undefined>('accounts.driverErased');
