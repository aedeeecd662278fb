import { useLocation } from 'react-router';
import { distanceKm } from '@bijli/contract/geo';
import { distance } from '@bijli/ui/format/text';
import { Skeleton } from '@bijli/ui/Skeleton';
import { RAIL, useMedia } from '#device/media.ts';
import { usePosition } from '#device/position.ts';
import type { StationNavigation } from '#paths.ts';
import { SplashScreen } from './SplashScreen.tsx';
import styles from './OpeningPage.module.css';

/**
 * Shown while the code of a page beside the map loads. Of a station it has what the list or the map already knows:
 * name, address and distance.
 */
export function OpeningPage() {
  const isBesideMap = useMedia(RAIL);
  const { state } = useLocation();
  const position = usePosition();
  const station = (state as StationNavigation | null)?.station;
  if (!station && !isBesideMap) return <SplashScreen />;
  return (
    <div className={styles.page} aria-busy>
      {station ? (
        <>
          <h1 className={styles.name}>{station.property_name}</h1>
          <p className={styles.address}>{station.address}</p>
          {position && <p className={styles.distance}>{distance(distanceKm(position, station))}</p>}
        </>
      ) : (
        <Skeleton width="72%" height={32} />
      )}
      <Skeleton width="100%" height={64} top={16} />
      <Skeleton width="100%" height={320} top={16} />
    </div>
  );
}
