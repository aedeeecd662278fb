import { useEffect, useRef } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import type { OngoingTransaction, StartParams } from '@bijli/contract/charging';
import { notify } from '@bijli/ui/notify';
import { useChargeEnded, useChargeOf } from '#api/charging.ts';
import { Refusal } from '#api/client.ts';
import { useChargeEvents } from '#api/socket.ts';
import { useMessages } from '#messages/messages.ts';
import { FailedToLoad } from '#parts/FailedToLoad.tsx';
import { startFailureText } from '#parts/start-failure-text.ts';
import { type ChargingNavigation, type InvoiceNavigation, paths, stationPage } from '#paths.ts';
import { Frame } from '#shell/Frame.tsx';
import { useGoBack } from '#shell/NavBar.tsx';
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
  const messages = useMessages();
  const navigate = useNavigate();
  const goBack = useGoBack();
  const chargeEnded = useChargeEnded();
  const { meter, status, stop, isConnected, connectionCount } = useChargeEvents(charge);
  const { booking_id, property_id, property_name } = charge;
  const mayBePaused = useRef(!isFresh);

  // A charge that failed while the connection was lost is not announced again.
  useEffect(() => {
    if (connectionCount > 1) void onReconnect();
    // Runs once for each connection.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [connectionCount]);

  useEffect(() => {
    if (!stop && !isOver) return;
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
    // Runs once, when it stops.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [stop !== undefined || isOver]);

  useEffect(() => {
    if (!status) return;
    if (status.stage === 'failed') {
      chargeEnded();
      notify.error(startFailureText(status.reason, charge.held, messages.charging));
      void navigate(property_id === undefined ? paths.map : stationPage(property_id), { replace: true });
    } else if (isSuspended(status.status)) {
      // A driver who opened a charge that was already paused can look at it and stop it.
      if (!mayBePaused.current) goBack();
    } else {
      mayBePaused.current = false;
    }
    // Runs once for each event.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [status]);

  if (!meter) return <StartProgress charge={charge} status={status} />;
  return (
    <LiveCharge
      charge={charge}
      meter={meter}
      status={status}
      isConnected={isConnected}
      connectionCount={connectionCount}
    />
  );
}
