import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { notify } from '@bijli/ui/notify';
import { useChargeEnded, useRunningCharge } from '#api/charging.ts';
import { useFollowedCharge } from '#api/socket.ts';
import { useMessages } from '#messages/messages.ts';
import { paths } from '#paths.ts';
import { startFailureText } from './start-failure-text.ts';

/**
 * The running charge with its last reading; nothing when none runs, or it has ended or failed meanwhile. Why a start has come to nothing is
 * told, unless the charging screen is open, which does so itself.
 */
export function useRunningWithMeter() {
  const { charging: messages } = useMessages();
  const { pathname } = useLocation();
  const { data: charge } = useRunningCharge();
  const { meter, status, stop } = useFollowedCharge(charge);
  const hasFailed = status?.stage === 'failed';
  const isOver = stop !== undefined || hasFailed;
  const chargeEnded = useChargeEnded();
  useEffect(() => {
    if (!isOver) return;
    if (hasFailed && pathname !== paths.nextCharging)
      notify.error(startFailureText(status.reason, charge?.held, messages));
    chargeEnded();
    // Once, when it is over.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isOver]);
  return charge && !isOver ? { charge, meter } : undefined;
}
