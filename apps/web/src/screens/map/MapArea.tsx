import { useRef, useState } from 'react';
import type { Coordinates } from '@bijli/contract/geo';
import { StaticMap } from './static/StaticMap.tsx';
import type MovingMap from './StationMap.tsx';
import type { StationMapProps } from './StationMap.tsx';
import type { View } from './view.ts';
import styles from './MapScreen.module.css';

interface MapAreaProps extends Omit<StationMapProps, 'onLoaded' | 'onMove' | 'onDrawn'> {
  /** The map that moves, once it is wanted and its code has come. */
  moving: typeof MovingMap | undefined;
  /** It could not be had, or cannot be drawn here. */
  hasFailed: boolean;
  /** It is known which is chosen, or that none is. */
  isArranged: boolean;
  onReach: () => void;
  onCloser: (place: Coordinates, zoom: number) => void;
}

/**
 * The map: a static one that is there at once, until the one that moves is drawn in its place. It goes wherever that has gone
 * meanwhile.
 */
export function MapArea({ moving: StationMap, hasFailed, onReach, onCloser, ...map }: MapAreaProps) {
  const area = useRef<HTMLDivElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  const [isDrawn, setDrawn] = useState(false);
  /** Where the map that moves has come to rest, once it was there. */
  const [rest, setRest] = useState<'moving' | View>();
  const takeOver = (canvas: HTMLElement) => {
    if (area.current?.contains(document.activeElement)) canvas.focus();
    setLoaded(true);
  };
  // The map that moves is on its way by itself where one comes back; the pictures of a service may be long in coming.
  const isComing = map.opensAt !== undefined || (StationMap !== undefined && map.basemap.from === 'service');
  const isThrough = isLoaded || (isComing && !hasFailed);
  return (
    <div ref={area} className={styles.map}>
      {StationMap && <StationMap {...map} onLoaded={takeOver} onMove={setRest} onDrawn={() => setDrawn(true)} />}
      {(!isDrawn || hasFailed) && rest !== 'moving' && (
        <StaticMap {...map} opensAt={rest ?? map.opensAt} isThrough={isThrough} onReach={onReach} onCloser={onCloser} />
      )}
    </div>
  );
}
