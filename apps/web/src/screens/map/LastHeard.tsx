import { useEffect, useState } from 'react';
import { ago } from '@bijli/ui/format/ago';
import { useLastHeard } from '#api/map-stations.ts';
import { useNow } from '#device/ticking.ts';
import { useMessages } from '#messages/messages.ts';

/** A card that is only swiped past is not asked about. */
const AT_REST_MS = 600;

/** Before more words or the last of them: how long ago the chargers of a station were last heard, once its card has come to rest in front. */
export function LastHeard({ stationId, last = false }: { stationId: string; last?: boolean }) {
  const messages = useMessages();
  const now = useNow();
  const [isAtRest, setAtRest] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setAtRest(true), AT_REST_MS);
    return () => clearTimeout(timer);
  }, []);
  const at = useLastHeard(stationId, isAtRest);
  if (at === undefined) return null;
  const words = messages.map.seen(ago((now - Date.parse(at)) / 1000, messages.time));
  return <span className="num">{last ? ` · ${words}` : `${words} · `}</span>;
}
