import { useEffect, useEffectEvent, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import type { OngoingTransaction, StartParams } from '@bijli/contract/charging';
import type { StatusNotification } from '@bijli/contract/realtime';
import { notify } from '@bijli/ui/notify';
import { useChargeEnded, useChargeOf } from '#api/charging.ts';
import { Refusal } from '#api/client.ts';
import { useChargeEvents } from '#api/socket.ts';
import { useMessages } from '#messages/messages.ts';
import { FailedToLoad } from '#parts/answers/FailedToLoad.tsx';
import { startFailureText } from '#parts/running-charge/start-failure-text.ts';
import { type ChargingNavigation, type InvoiceNavigation, paths, stationPage } from '#paths.ts';
import { Frame } from '#shell/Frame.tsx';
import { useGoBack } from '#shell/NavBar.tsx';
import { type ChargeExit, exitOf } from './charge-exit.ts';
import { isSuspended } from './live-figures.ts';
import { LiveCharge } from './LiveCharge.tsx';
import { StartProgress } from './StartProgress.tsx';

/** The charge that was just started, or the running one. Without one it leads to the map. */
export default function ChargingScreen() {
  const { params } = (useLocation().state ?? {}) as Partial<ChargingNavigation>;
  return params && Object.keys(params).length > 0 ? <FindCharge params={params} /> : <FindCharge params={{}} isAny />;
}

function FindCharge({ params, isAny = false }: { params: Partial<StartParams>; isAny?: boolean }) {
  const messages = useMessages();
  const { data: charge, error, refetch } = useChargeOf(params);
  const isRefused = error instanceof Refusal;

  if (charge) {
    return <Follow key={charge.booking_id} charge={charge} isFresh={!isAny} isOver={isRefused} onReconnect={refetch} />;
  }
  if (isRefused) return isAny ? <Navigate to={paths.map} replace /> : <FindCharge params={{}} isAny />;
  if (!error) return <StartProgress charge={undefined} status={undefined} />;
  return (
    <Frame title={messages.charging.title} isCentred>
      <FailedToLoad title={messages.charging.failedTitle} onRetry={refetch} />
    </Frame>
  );
}

interface FollowProps {
  charge: OngoingTransaction;
  /** It was just started and not fetched. */
  isFresh: boolean;
  /** The server does not know it any more, although its end event was not received. */
  isOver: boolean;
  onReconnect: () => unknown;
}

/** Follows the charge to the next screen: live figures, the invoice, or back when it failed or paused. */
function Follow({ charge, isFresh, isOver, onReconnect }: FollowProps) {
  const leave = useLeave(charge);
  const { meter, status, stop, isConnected, connectionCount } = useChargeEvents(charge);
  const [hasRun, setHasRun] = useState(isFresh);
  if (!hasRun && status && !isSuspended(status.status)) setHasRun(true);

  const exit = exitOf({ stop, status, isOver, hasRun });
  const leaveBy = useEffectEvent((by: ChargeExit) => leave[by](status));
  useEffect(() => {
    if (exit) leaveBy(exit);
  }, [exit]);

  // A charge that failed while the connection was lost is not announced again.
  const reconnect = useEffectEvent(onReconnect);
  useEffect(() => {
    if (connectionCount > 1) reconnect();
  }, [connectionCount]);

  if (!meter) return <StartProgress charge={charge} status={status} />;
  return (
    <LiveCharge
      charge={charge}
      meter={meter}
      status={status}
      isConnected={isConnected}
      connectionCount={connectionCount}
      isLeft={exit !== undefined}
    />
  );
}

/** Hook: the ways from a charge to the next screen. */
function useLeave(charge: OngoingTransaction): Record<ChargeExit, (status: StatusNotification | undefined) => void> {
  const { charging: messages } = useMessages();
  const navigate = useNavigate();
  const paused = useGoBack();
  const chargeEnded = useChargeEnded();
  const { booking_id, property_id, property_name } = charge;
  return {
    paused,
    failed(status) {
      chargeEnded();
      notify.error(startFailureText(status?.reason, charge.held, messages));
      void navigate(property_id === undefined ? paths.map : stationPage(property_id), { replace: true });
    },
    ended() {
      chargeEnded();
      const state: InvoiceNavigation = {
        transaction_id: booking_id,
        fromScreen: 'charging',
        ...(property_id !== undefined && { property_id }),
        ...(property_name !== undefined && { property_name }),
      };
      // Removes the toast that it is being stopped.
      notify.clear();
      void navigate(paths.paymentDetails, { replace: true, state });
    },
  };
}
