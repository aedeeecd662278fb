import { Layer, Marker, Source } from 'react-map-gl/maplibre';
import { distance } from '@bijli/ui/format/text';
import { LOCALITIES, PINS } from '../layers.ts';
import type { Scheme } from '../marks/pictures.ts';
import { ringLayers, wayBlockerLayer, wayLayer } from './ring-layers.ts';
import type { Distances } from './use-distances.ts';
import styles from './DistanceRings.module.css';

const PASSIVE = { pointerEvents: 'none', zIndex: 1 } as const;

/** Rings of distance around the driver or the chosen station, and the way there, where the map has no streets. */
export function DistanceRings({ distances: { rings, way }, scheme }: { distances: Distances; scheme: Scheme }) {
  if (!rings) return null;
  return (
    <>
      <Source id="rings" type="geojson" data={rings}>
        {ringLayers(scheme).map((layer) => (
          // The rings are below the names of localities. Their figures are placed before these names.
          <Layer key={layer.id} {...layer} beforeId={layer.type === 'symbol' ? 'towns' : LOCALITIES} />
        ))}
      </Source>
      {way && (
        <>
          <Source id="way" type="geojson" data={way.line}>
            <Layer {...wayLayer(scheme)} beforeId={PINS} />
            <Layer {...wayBlockerLayer(scheme)} />
          </Source>
          {way.figureAt && (
            <Marker latitude={way.figureAt.latitude} longitude={way.figureAt.longitude} style={PASSIVE}>
              <span className={styles.distance} data-over-map>
                {distance(way.km)}
              </span>
            </Marker>
          )}
        </>
      )}
    </>
  );
}
