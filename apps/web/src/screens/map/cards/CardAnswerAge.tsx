import { useEffect, useState } from 'react';
import { useStationAnsweredAtMs } from '#api/stations.ts';
import { AnswerAge } from '#parts/answers/AnswerAge.tsx';

/** A card that is only swiped past makes no request. */
const AT_REST_MS = 600;

/** The age of a station's data, after its card has been in front for a moment. It is part of a line of text. */
export function CardAnswerAge({ stationId, isLast = false }: { stationId: string; isLast?: boolean }) {
  const [isAtRest, setAtRest] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setAtRest(true), AT_REST_MS);
    return () => clearTimeout(timer);
  }, []);
  return <AnswerAge answeredAtMs={useStationAnsweredAtMs(stationId, isAtRest)} beside={isLast ? 'after' : 'before'} />;
}
