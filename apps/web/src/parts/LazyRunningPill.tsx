import { lazy, Suspense } from 'react';
import { useRunningCharge } from '#api/charging.ts';
import { useFlowing } from '#device/flowing-charge.ts';

const RunningPill = lazy(() => import('./RunningPill.tsx'));
const EndedPill = lazy(() => import('./EndedPill.tsx'));

/** Loads the pill of the running or ended charge when there is one. */
export function LazyRunningPill() {
  const { data: charge } = useRunningCharge();
  const flowing = useFlowing();
  return (
    <Suspense>
      {charge ? <RunningPill /> : charge === null && flowing && <EndedPill key={flowing.booking_id} charge={flowing} />}
    </Suspense>
  );
}
