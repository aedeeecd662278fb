import { useEffect, useRef } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import type { OngoingTransaction, StartParams } from '@bijli/contract/charging';
import { notify } from '@bijli/ui/notify';
import { useChargeEnded, useChargeOf } from '#api/charging.ts';
import { Refusal } from '#api/client.ts';
import { useFollowedCharge } from '#api/socket.ts';
import { useMessages } from '#messages/messages.ts';
import { FailedToLoad } from '#parts/FailedToLoad.tsx';
import { startFailureText } from '#parts/start-failure-text.ts';
import { type ChargingNavigation, type InvoiceNavigation, paths, stationPage } from '#paths.ts';
import { Frame } from '#shell/Frame.tsx';
import { useGoBack } from '#shell/NavBar.tsx';
import { isSuspended } from './live-figures.ts';
import { LiveCharge } from './LiveCharge.tsx';
import { Waiting } from './Waiting.tsx';

/** The charge that was just started, else the one that runs; with none it leads to the map. */
export default function ChargingScreen() {
  const { params } = (useLocation().state ?? {}) as Partial<ChargingNavigation>;
  return params && Object.keys(params).length > 0 ? <FindCharge params={params} /> : <FindCharge params={{}} isAny />;
}

function FindCharge({ params, isAny = false }: { params: Partial<StartParams>; isAny?: boolean }) {
  const messages = useMessages();
  const { data: charge, error, refetch } = useChargeOf(params);
  const isRefused = error instanceof Refusal && error.message !== '';

  if (charge) {
    return <Follow key={charge.booking_id} charge={charge} isFresh={!isAny} isOver={isRefused} onReconnect={refetch} />;
  }
  if (isRefused) return isAny ? <Navigate to={paths.map} replace /> : <FindCharge params={{}} isAny />;
  if (!error) return <Waiting charge={undefined} status={undefined} />;
  return (
    <Frame title={messages.charging.title} isCentred>
      <FailedToLoad title={messages.charging.failedTitle} onRetry={refetch} />
    </Frame>
  );
}

interface FollowProps {
  charge: OngoingTransaction;
  /** It was started a moment ago, and not looked up. */
  isFresh: boolean;
  /** The server knows of it no more, although its end was not heard. */
  isOver: boolean;
  onReconnect: () => unknown;
}

/** Follows the charge to wherever it leads: live figures, the invoice, or back when it failed or paused. */
function Follow({ charge, isFresh, isOver, onReconnect }: FollowProps) {
  const messages = useMessages();
  const navigate = useNavigate();
  const goBack = useGoBack();
  const chargeEnded = useChargeEnded();
  const { meter, status, stop, isConnected, connectionCount } = useFollowedCharge(charge);
  const { booking_id, property_id, property_name } = charge;
  const mayBePaused = useRef(!isFresh);

  // What ended while the line was down is not announced again when it failed.
  useEffect(() => {
    if (connectionCount > 1) void onReconnect();
    // Once for each connection.
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
    // That it is being stopped has come true.
    notify.clear();
    void navigate(paths.paymentDetails, { replace: true, state });
    // Once, when it stops.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [stop !== undefined || isOver]);

  useEffect(() => {
    if (!status) return;
    if (status.stage === 'failed') {
      chargeEnded();
      notify.error(startFailureText(status.reason, charge.held, messages.charging));
      void navigate(property_id === undefined ? paths.map : stationPage(property_id), { replace: true });
    } else if (isSuspended(status.status)) {
      // Who came to look at a charge that already paused may look, and stop it.
      if (!mayBePaused.current) goBack();
    } else {
      mayBePaused.current = false;
    }
    // Once for each news.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [status]);

  if (!meter) return <Waiting charge={charge} status={status} />;
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
