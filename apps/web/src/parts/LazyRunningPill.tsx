import { lazy, Suspense } from 'react';
import { useRunningCharge } from '#api/charging.ts';

const RunningPill = lazy(() => import('./RunningPill.tsx'));

/** The pill of the running charge, fetched when there is one. */
export function LazyRunningPill() {
  const { data: charge } = useRunningCharge();
  if (!charge) return null;
  return (
    <Suspense>
      <RunningPill />
    </Suspense>
  );
}
