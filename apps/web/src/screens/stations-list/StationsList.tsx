import { LocateFixed, MapPinOff, WifiOff } from 'lucide-react';
import { useMemo, useState } from 'react';
import { distanceKm, type Place } from '@bijli/contract/geo';
import type { Station } from '@bijli/contract/stations';
import { useStations } from '#api/stations.ts';
import { useOnline } from '#device/online.ts';
import { locate, usePosition } from '#device/position.ts';
import { count } from '#format/money.ts';
import { FailedToLoad } from '#parts/FailedToLoad.tsx';
import { StationCard, StationCardSkeleton } from '#parts/StationCard.tsx';
import { Frame } from '#shell/Frame.tsx';
import { Button } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import layout from '#ui/layout.module.css';
import { Banner, Empty } from '#ui/Notice.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useWords } from '#words/words.ts';
import styles from './StationsList.module.css';

const PAGE = 24;

/** All stations, nearest first once the driver's position is known. */
export default function StationsList() {
  const words = useWords();
  const position = usePosition();
  const isOnline = useOnline();
  const { data: stations, isError, refetch } = useStations();

  const askPosition = async () => {
    if (!(await locate())) alert(words.errors.noLocation);
  };

  return (
    <Frame
      title={position ? words.stations.title : words.stations.titleNoPosition}
      foot
      wide
      centred={(isError && !stations) || stations?.length === 0}
      actions={<IconButton icon={LocateFixed} label={words.stations.useLocation} onClick={() => void askPosition()} />}
    >
      {!isOnline && stations && (
        <div className={styles.banner}>
          <Banner icon={WifiOff}>{words.errors.offline}</Banner>
        </div>
      )}
      {stations ? (
        <Stations stations={stations} from={position} />
      ) : isError ? (
        <FailedToLoad title={words.stations.failedTitle} onRetry={refetch} />
      ) : (
        <Loading />
      )}
    </Frame>
  );
}

function Stations({ stations, from }: { stations: Station[]; from: Place | undefined }) {
  const { stations: words } = useWords();
  const [shown, setShown] = useState(PAGE);
  const sorted = useMemo(() => nearestFirst(stations, from), [stations, from]);
  if (stations.length === 0) {
    return (
      <Empty icon={MapPinOff} title={words.emptyTitle}>
        {words.empty}
      </Empty>
    );
  }
  const total = count(stations.length);
  return (
    <>
      <p className={styles.count}>{from ? words.nearestFirst(total) : words.all(total)}</p>
      <ul className={layout.columns}>
        {sorted.slice(0, shown).map((station) => (
          <li key={station.property_id} className={styles.item}>
            <StationCard station={station} from={from} />
          </li>
        ))}
      </ul>
      {shown < stations.length && (
        <div className={styles.more}>
          <Button block onClick={() => setShown(shown + PAGE)}>
            {words.more(count(Math.min(PAGE, stations.length - shown)))}
          </Button>
        </div>
      )}
    </>
  );
}

/** Sorted by distance when the position is known; otherwise those where a charge can start now come first. */
export function nearestFirst(stations: Station[], from: Place | undefined): Station[] {
  if (!from) return stations.toSorted((a, b) => b.status - a.status);
  return stations
    .map((station) => ({ station, km: distanceKm(from, station) }))
    .toSorted((a, b) => a.km - b.km)
    .map(({ station }) => station);
}

function Loading() {
  return (
    <div aria-busy>
      <div className={styles.count}>
        <Skeleton width={180} height={20} />
      </div>
      <div className={layout.columns}>
        {Array.from({ length: 6 }, (_, index) => (
          <StationCardSkeleton key={index} />
        ))}
      </div>
    </div>
  );
}
