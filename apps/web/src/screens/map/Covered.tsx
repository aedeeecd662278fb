import type { FeatureCollection, Point } from 'geojson';
import { useEffect, useState } from 'react';
import { Layer, Source, useMap } from 'react-map-gl/maplibre';
import type { Padding } from './camera.ts';
import { boxesOver, coverFeatures, coverLayer, squaresOver } from './covered.ts';
import type { Scheme } from './pictures.ts';
import type { MarkedView } from './view.ts';

const NOTHING: FeatureCollection<Point> = { type: 'FeatureCollection', features: [] };

interface CoveredProps {
  /** Where the map has come to rest. */
  frame: MarkedView | undefined;
  /** Another one tells that bars have come or gone. */
  padding: Padding;
  scheme: Scheme;
}

/** Keeps names from under bars and cards, of which the map knows nothing: squares that nobody sees take their room. */
export function Covered({ frame, padding, scheme }: CoveredProps) {
  const { current: map } = useMap();
  const [data, setData] = useState(NOTHING);
  useEffect(() => {
    if (!map || !frame) return;
    const squares = boxesOver(map.getContainer()).flatMap(squaresOver);
    setData(coverFeatures(squares, ({ x, y }) => map.unproject([x, y]).toArray()));
  }, [map, frame, padding]);
  return (
    <Source id="covered" type="geojson" data={data}>
      <Layer {...coverLayer(scheme)} />
    </Source>
  );
}
