import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { OngoingTransaction, StartParams } from '@bijli/contract/charging';
import { useChargeEnded, useChargeOf } from '#api/charging.ts';
import { Refusal } from '#api/client.ts';
import { useFollowedCharge } from '#api/live.ts';
import { FailedToLoad } from '#parts/FailedToLoad.tsx';
import { type ChargingState, type InvoiceState, paths } from '#paths.ts';
import { Frame } from '#shell/Frame.tsx';
import { useGoBack } from '#shell/NavBar.tsx';
import { notify } from '#ui/Toasts.tsx';
import { useWords } from '#words/words.ts';
import { isSuspended } from './live-figures.ts';
import { LiveCharge } from './LiveCharge.tsx';
import { Waiting } from './Waiting.tsx';

const ANY_CHARGE: Partial<StartParams> = {};

/** The charge that was just started, else the one that runs; with none it leads to the map. */
export default function ChargingScreen() {
  const words = useWords();
  const navigate = useNavigate();
  const given = (useLocation().state ?? {}) as Partial<ChargingState>;
  const [params, setParams] = useState(given.params ?? ANY_CHARGE);
  const { data: charge, error, refetch } = useChargeOf(params);
  const isRefused = error instanceof Refusal && error.message !== '';

  useEffect(() => {
    if (!isRefused || charge) return;
    if (params === ANY_CHARGE) void navigate(paths.map, { replace: true });
    else setParams(ANY_CHARGE);
  }, [isRefused, charge, params, navigate]);

  if (charge) return <Follow key={charge.booking_id} charge={charge} isFresh={Object.keys(params).length > 0} />;
  if (!error || isRefused) return <Waiting charge={undefined} status={undefined} />;
  return (
    <Frame title={words.charging.title} centred>
      <FailedToLoad title={words.charging.failedTitle} onRetry={refetch} />
    </Frame>
  );
}

/** Follows the charge to wherever it leads: live figures, the invoice, or back when it failed or paused. */
function Follow({ charge, isFresh }: { charge: OngoingTransaction; isFresh: boolean }) {
  const words = useWords();
  const navigate = useNavigate();
  const goBack = useGoBack();
  const chargeEnded = useChargeEnded();
  const { meter, status, stop, isConnected } = useFollowedCharge(charge);
  const { booking_id, property_id, property_name } = charge;
  const mayBePaused = useRef(!isFresh);

  useEffect(() => {
    if (!stop) return;
    chargeEnded();
    const state: InvoiceState = {
      transaction_id: booking_id,
      fromScreen: 'charging',
      ...(property_id !== undefined && { property_id }),
      ...(property_name !== undefined && { property_name }),
    };
    void navigate(paths.paymentDetails, { replace: true, state });
    // Once, when it stops.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [stop]);

  useEffect(() => {
    if (!status) return;
    if (status.stage === 'failed') {
      chargeEnded();
      notify.error(status.reason ?? words.charging.startFailed);
      void navigate(property_id === undefined ? paths.map : `${paths.charger}?id=${property_id}`, { replace: true });
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
  return <LiveCharge charge={charge} meter={meter} status={status} isConnected={isConnected} />;
}
