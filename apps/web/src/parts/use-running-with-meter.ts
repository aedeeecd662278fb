import { useEffect } from 'react';
import { useChargeEnded, useRunningCharge } from '#api/charging.ts';
import { useFollowedCharge } from '#api/socket.ts';

/** The running charge with its last reading; nothing when none runs, or it has ended or failed meanwhile. */
export function useRunningWithMeter() {
  const { data: charge } = useRunningCharge();
  const { meter, status, stop } = useFollowedCharge(charge);
  const isOver = stop !== undefined || status?.stage === 'failed';
  const chargeEnded = useChargeEnded();
  useEffect(() => {
    if (isOver) chargeEnded();
  }, [isOver, chargeEnded]);
  return charge && !isOver ? { charge, meter } : undefined;
}
