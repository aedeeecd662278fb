import { lazy, Suspense } from 'react';
import { useRunningCharge } from '#api/charging.ts';
import { useLastRunningCharge } from '#device/last-running-charge.ts';

const RunningPill = lazy(() => import('./RunningPill.tsx'));
const EndedPill = lazy(() => import('./EndedPill.tsx'));

/** Loads the pill of the running or ended charge when there is one. */
export function LazyRunningPill() {
  const { data: charge } = useRunningCharge();
  const lastCharge = useLastRunningCharge();
  return (
    <Suspense>
      {charge ? (
        <RunningPill />
      ) : (
        charge === null && lastCharge && <EndedPill key={lastCharge.booking_id} charge={lastCharge} />
      )}
    </Suspense>
  );
}
