import { useEffect, useState } from 'react';
import { Marker, useMap } from 'react-map-gl/maplibre';
import type { Place } from '@bijli/contract/geo';
import { pinState } from '@bijli/contract/pin-state';
import type { Station } from '@bijli/contract/stations';
import { CLUSTERS, PINS } from './layers.ts';
import { ChosenPicture, OwnPicture } from './MarkPictures.tsx';
import type { Scheme } from './pictures.ts';

const PASSIVE = { pointerEvents: 'none' } as const;

/** So near to a pin or a cluster that the dot would lie on it, px. */
const NEAR_PX = 24;

/** Where the driver is: a dot or, where that would cover a pin or a cluster's count, a ring around it. */
export function OwnPlace({ place, scheme }: { place: Place; scheme: Scheme }) {
  const { current: map } = useMap();
  const { latitude, longitude } = place;
  const [isRing, setRing] = useState(false);
  useEffect(() => {
    const target = map?.getMap();
    if (!target) return;
    const look = () => {
      const { x, y } = target.project([longitude, latitude]);
      const around: [[number, number], [number, number]] = [
        [x - NEAR_PX, y - NEAR_PX],
        [x + NEAR_PX, y + NEAR_PX],
      ];
      const layers = [PINS, CLUSTERS].filter((layer) => target.getLayer(layer));
      setRing(target.queryRenderedFeatures(around, { layers }).length > 0);
    };
    target.on('idle', look);
    return () => void target.off('idle', look);
  }, [map, latitude, longitude]);
  return (
    <Marker latitude={latitude} longitude={longitude} style={PASSIVE}>
      <OwnPicture isRing={isRing} scheme={scheme} />
    </Marker>
  );
}

/** The pin of the front card, grown to half as much again. */
export function ChosenPin({ station, scheme }: { station: Station; scheme: Scheme }) {
  const { latitude, longitude } = station;
  return (
    <Marker latitude={latitude} longitude={longitude} anchor="bottom" offset={[0, 2]} style={{ ...PASSIVE, zIndex: 2 }}>
      <ChosenPicture state={pinState(station)} scheme={scheme} />
    </Marker>
  );
}
