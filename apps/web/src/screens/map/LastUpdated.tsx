import { useEffect, useState } from 'react';
import { useStationAnsweredAtMs } from '#api/map-stations.ts';
import { Updated } from '#parts/Updated.tsx';

/** A card that is only swiped past is not asked about. */
const AT_REST_MS = 600;

/** Before more words or the last of them: how old what is known of a station is, once its card has come to rest in front. */
export function LastUpdated({ stationId, isLast = false }: { stationId: string; isLast?: boolean }) {
  const [isAtRest, setAtRest] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setAtRest(true), AT_REST_MS);
    return () => clearTimeout(timer);
  }, []);
  return <Updated answeredAtMs={useStationAnsweredAtMs(stationId, isAtRest)} beside={isLast ? 'after' : 'before'} />;
}
