import { type ChargeEnd, chargeEndOf } from '@bijli/contract/charge-end';
import type { OngoingTransaction } from '@bijli/contract/charging';
import type { LiveMeterValue, StatusNotification } from '@bijli/contract/realtime';

interface FollowedCharge {
  charge: OngoingTransaction;
  meter: LiveMeterValue | undefined;
  status: StatusNotification | undefined;
  /** State of charge at the start, in percent, as far as the charge does not tell it itself. */
  socAtStart?: number | undefined;
}

/**
 * The expected end of a running charge, the same on every screen. Undefined before the first reading, and while the
 * charge is stopping: then it does not reach the end that it was bought for.
 */
export function expectedEnd({ charge, meter, status, socAtStart }: FollowedCharge): ChargeEnd | undefined {
  if (!meter || status?.stage === 'stopping') return undefined;
  return chargeEndOf(meter, charge, charge.soc_start ?? socAtStart);
}
