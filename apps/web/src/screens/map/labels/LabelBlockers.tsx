import type { FeatureCollection, Point } from 'geojson';
import { useEffect, useState } from 'react';
import { Layer, Source, useMap } from 'react-map-gl/maplibre';
import type { Scheme } from '../marks/pictures.ts';
import { boxesOfControls, blockerFeatures, blockerLayer, squaresOver } from './label-blockers.ts';

const NO_SQUARES: FeatureCollection<Point> = { type: 'FeatureCollection', features: [] };

/**
 * Invisible squares that keep the map's labels away from bars, cards and the driver's dot, and from its edges. The map
 * does not know these, so the squares take their space.
 */
export function LabelBlockers({ scheme }: { scheme: Scheme }) {
  const { current: map } = useMap();
  const [data, setData] = useState(NO_SQUARES);
  useEffect(() => {
    if (!map) return;
    let last = '';
    const look = () => {
      const squares = boxesOfControls(map.getContainer()).flatMap(squaresOver);
      const features = blockerFeatures(squares, ({ x, y }) => map.unproject([x, y]).toArray());
      const text = JSON.stringify(features);
      // New data makes the map draw again, which would call this again.
      if (text !== last) setData(features);
      last = text;
    };
    map.on('moveend', look);
    // Bars may have appeared since.
    map.on('idle', look);
    return () => {
      map.off('moveend', look);
      map.off('idle', look);
    };
  }, [map]);
  return (
    <Source id="label-blockers" type="geojson" data={data}>
      <Layer {...blockerLayer(scheme)} />
    </Source>
  );
}
