import type { QueryClient } from '@tanstack/react-query';
import type { MeterValue } from '@bijli/contract/realtime';

/** The last reading of a charge is kept like an answer, to be read without a network. */
export const LAST_METER = 'lastMeter';

export function keepMeter(queries: QueryClient, meter: MeterValue): void {
  queries.setQueryData([LAST_METER, meter.booking_id], meter);
}

export function lastMeter(queries: QueryClient, bookingId: string | undefined): MeterValue | undefined {
  return queries.getQueryData<MeterValue>([LAST_METER, bookingId]);
}
