import { event } from '#events/events.ts';

/** A driver who has asked for the account to be deleted. */
export interface DeletionRequest {
  driverId: number;
  /** What is left in the wallet may be lost. */
  givesUpBalance: boolean;
}

/** A driver is erased: a listener erases what it keeps of the driver, or refuses while something is under way. */
export const driverErased = event<DeletionRequest>('accounts.driverErased');
