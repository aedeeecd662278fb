import type { QueryClient } from '@tanstack/react-query';
import type { LiveMeterValue } from '@bijli/contract/realtime';

/** Query key under which the last reading of a charge is kept, to be shown without a network. */
export const LAST_METER = 'lastMeter';

export function keepMeter(queries: QueryClient, meter: LiveMeterValue): void {
  queries.setQueryData([LAST_METER, meter.booking_id], meter);
}

export function lastMeter(queries: QueryClient, bookingId: string | undefined): LiveMeterValue | undefined {
  return queries.getQueryData<LiveMeterValue>([LAST_METER, bookingId]);
}
