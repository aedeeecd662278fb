import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { notify } from '@bijli/ui/notify';
import { useChargeEnded, useRunningCharge } from '#api/charging.ts';
import { useChargeEvents } from '#api/socket.ts';
import { useMessages } from '#messages/messages.ts';
import { paths } from '#paths.ts';
import { expectedEnd } from './expected-end.ts';
import { startFailureText } from './start-failure-text.ts';

/**
 * Hook: the running charge with its last reading and its expected end. Undefined when none is running, or it has ended
 * or failed. It also shows why a start failed, unless the charging screen is open, which does that itself.
 */
export function useRunningWithMeter() {
  const { charging: messages } = useMessages();
  const { pathname } = useLocation();
  const { data: charge } = useRunningCharge();
  const { meter, status, stop } = useChargeEvents(charge);
  const hasFailed = status?.stage === 'failed';
  const isOver = stop !== undefined || hasFailed;
  const chargeEnded = useChargeEnded();
  useEffect(() => {
    if (!isOver) return;
    if (hasFailed && pathname !== paths.nextCharging)
      notify.error(startFailureText(status.reason, charge?.held, messages));
    chargeEnded();
    // Runs once, when it is over.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isOver]);
  return charge && !isOver ? { charge, meter, end: expectedEnd({ charge, meter, status }) } : undefined;
}
