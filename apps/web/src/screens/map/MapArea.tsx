import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Coordinates } from '@bijli/contract/geo';
import { StaticMap } from './static/StaticMap.tsx';
import type MovingMap from './StationMap.tsx';
import type { StationMapProps } from './StationMap.tsx';
import type { View } from './view/view.ts';
import styles from './MapScreen.module.css';

interface MapAreaProps extends Omit<StationMapProps, 'onLoaded' | 'onMove' | 'onDrawn'> {
  /** The movable map's component, once it is wanted and has loaded. */
  moving: typeof MovingMap | undefined;
  /** It could not be loaded, or cannot be drawn here. */
  hasFailed: boolean;
  /** It is known which station is chosen, or that none is. */
  isArranged: boolean;
  onReach: () => void;
  onCloser: (place: Coordinates, zoom: number) => void;
}

/**
 * The map: first a static one, then the movable one in its place when it is drawn. The static one shows the same view.
 */
export function MapArea({ moving: StationMap, hasFailed, onReach, onCloser, ...map }: MapAreaProps) {
  const area = useRef<HTMLDivElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  const [isDrawn, setDrawn] = useState(false);
  /** Where the movable map has stopped. */
  const [rest, setRest] = useState<'moving' | View>();
  const takeOver = (canvas: HTMLElement) => {
    const hadFocus = area.current?.contains(document.activeElement);
    // Before that, the movable map is inert and takes no focus.
    flushSync(() => setLoaded(true));
    if (hadFocus) canvas.focus();
  };
  // The movable map comes by itself when the driver returns. A map service may take long to load.
  const isComing = map.opensAt !== undefined || (StationMap !== undefined && map.basemap.from === 'service');
  const isUnder = !isLoaded || hasFailed;
  return (
    <div ref={area} className={styles.map}>
      {StationMap && (
        <div className={styles.moving} inert={isUnder} aria-hidden={isUnder}>
          <StationMap {...map} onLoaded={takeOver} onMove={setRest} onDrawn={() => setDrawn(true)} />
        </div>
      )}
      {(!isDrawn || hasFailed) && rest !== 'moving' && (
        <StaticMap
          {...map}
          opensAt={rest ?? map.opensAt}
          destination={rest && !hasFailed ? undefined : map.destination}
          isHome={map.destination?.isHome === true}
          isThrough={!isUnder}
          isComing={isComing && !hasFailed}
          onReach={onReach}
          onCloser={onCloser}
        />
      )}
    </div>
  );
}
