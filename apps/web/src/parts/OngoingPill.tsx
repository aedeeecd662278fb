import { lazy, Suspense } from 'react';
import { useOngoingCharge } from '#api/charging.ts';

const LivePill = lazy(() => import('./LivePill.tsx'));

/** The pill of the running charge, fetched when there is one. */
export function OngoingPill() {
  const { data: charge } = useOngoingCharge();
  if (!charge) return null;
  return (
    <Suspense>
      <LivePill />
    </Suspense>
  );
}
