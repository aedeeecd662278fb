import type { OngoingTransaction } from '@bijli/contract/charging';
import { createStoredValue } from './stored-value.ts';

/**
 * A charge that this device has seen delivering power. It is stored until the driver has opened or dismissed its
 * invoice.
 */
export interface LastRunningCharge {
  booking_id: string;
  property_id?: string;
  property_name?: string;
}

const NONE: Partial<LastRunningCharge> = {};

const stored = createStoredValue('charge-flowing', NONE, (entry) => {
  const kept = (entry ?? {}) as Partial<LastRunningCharge>;
  return typeof kept.booking_id === 'string' ? kept : NONE;
});

export function noteRunningCharge({ booking_id, property_id, property_name }: OngoingTransaction): void {
  if (stored.get().booking_id === booking_id) return;
  stored.set({
    booking_id,
    ...(property_id !== undefined && { property_id }),
    ...(property_name !== undefined && { property_name }),
  });
}

export function forgetRunningCharge(bookingId: string): void {
  if (stored.get().booking_id === bookingId) stored.set(NONE);
}

export function useLastRunningCharge(): LastRunningCharge | undefined {
  const { booking_id, ...where } = stored.useValue();
  return booking_id === undefined ? undefined : { booking_id, ...where };
}
