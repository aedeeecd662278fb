import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Coordinates } from '@bijli/contract/geo';
import { StaticMap } from './static/StaticMap.tsx';
import type MovingMap from './StationMap.tsx';
import type { StationMapProps } from './StationMap.tsx';
import type { CameraTarget } from './view/use-camera.ts';
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

/** Where the movable map has stopped, and where it had been asked to go by then. */
interface Rest {
  view: View;
  destination: CameraTarget | undefined;
}

/**
 * The map: first a static one, then the movable one in its place when it is drawn. The static one shows the same view.
 */
export function MapArea({ moving: StationMap, hasFailed, onReach, onCloser, ...map }: MapAreaProps) {
  const area = useRef<HTMLDivElement>(null);
  const [isLoaded, setLoaded] = useState(false);
  const [isDrawn, setDrawn] = useState(false);
  const [isMoving, setMoving] = useState(false);
  const [rest, setRest] = useState<Rest>();
  const noteMove = (to: 'moving' | View) => {
    setMoving(to === 'moving');
    if (to !== 'moving') setRest({ view: to, destination: map.destination });
  };
  const takeOver = (canvas: HTMLElement) => {
    const hadFocus = area.current?.contains(document.activeElement);
    // Before that, the movable map is inert and takes no focus.
    flushSync(() => setLoaded(true));
    if (hadFocus) canvas.focus();
  };
  // The movable map comes by itself when the driver returns. A map service may take long to load.
  const isComing = map.opensAt !== undefined || (StationMap !== undefined && map.basemap.from === 'service');
  const isUnder = !isLoaded || hasFailed;
  // The movable map goes there itself, until it fails.
  const isStillToGo = !rest || (hasFailed && map.destination !== rest.destination);
  return (
    <div ref={area} className={styles.map}>
      {StationMap && (
        <div className={styles.moving} inert={isUnder} aria-hidden={isUnder}>
          <StationMap {...map} onLoaded={takeOver} onMove={noteMove} onDrawn={() => setDrawn(true)} />
        </div>
      )}
      {(hasFailed || !(isDrawn || isMoving)) && (
        <StaticMap
          {...map}
          opensAt={rest?.view ?? map.opensAt}
          destination={isStillToGo ? map.destination : undefined}
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
