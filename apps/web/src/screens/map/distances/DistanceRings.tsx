import { useMemo } from 'react';
import { Layer, Marker, Source } from 'react-map-gl/maplibre';
import { distanceKm, type Coordinates } from '@bijli/contract/geo';
import type { Station } from '@bijli/contract/stations';
import { distance } from '@bijli/ui/format/text';
import { useMessages } from '#messages/messages.ts';
import { LOCALITIES, PINS } from '../layers.ts';
import type { Scheme } from '../marks/pictures.ts';
import type { ScreenPoint } from '../view/screen-point.ts';
import { onMap } from './labels.ts';
import { ringLayers, wayLayer } from './ring-layers.ts';
import { ringFeatures, hasRoom, isFree, pxPerKm, roomOfChosen, type MapExtent, spotOn } from './rings.ts';
import styles from './DistanceRings.module.css';

interface DistanceRingsProps {
  uncovered: MapExtent;
  chosen: Station | undefined;
  position: Coordinates | undefined;
  /** Centres of the marks. */
  markSpots: readonly ScreenPoint[];
  scheme: Scheme;
}

const PASSIVE = { pointerEvents: 'none', zIndex: 1 } as const;
/** A shorter line to the chosen station has no space for its distance, px. */
const WAY_PX = 78;
/** The line begins at the edge of the driver's dot, px. */
const DOT_PX = 22;
/** Positions along the line for its distance. The first that covers nothing is used. */
const WAY_SHARES = [0.5, 0.4, 0.6, 0.3, 0.7];

function isOpen(uncovered: MapExtent, place: Coordinates, obstacles: readonly ScreenPoint[]): boolean {
  const spot = spotOn(uncovered, place);
  return hasRoom(uncovered, spot) && isFree(spot, obstacles);
}

/** Rings of distance around the driver or the chosen station, where the map has no streets. */
export function DistanceRings({ uncovered, chosen, position, markSpots, scheme }: DistanceRingsProps) {
  const { map: messages } = useMessages();
  const centre = position ?? chosen;
  const obstacles = useMemo(() => {
    const head = chosen && spotOn(uncovered, chosen);
    const own = position && spotOn(uncovered, position);
    return [...markSpots, ...(head ? roomOfChosen(head) : []), ...(own ? [own] : [])];
  }, [chosen, position, uncovered, markSpots]);
  const data = useMemo(() => {
    if (!centre) return undefined;
    return ringFeatures({ centre, uncovered, obstacles, textOf: (km) => onMap(messages.km(km)) });
  }, [centre, uncovered, obstacles, messages]);
  const way = useMemo(() => wayTo(uncovered, position, chosen), [uncovered, position, chosen]);
  const wayPlace = way && WAY_SHARES.map(way.at).find((place) => isOpen(uncovered, place, obstacles));
  if (!data) return null;
  return (
    <>
      <Source id="rings" type="geojson" data={data}>
        {ringLayers(scheme).map((layer) => (
          // The rings are below the names of localities. Their figures are placed before these names.
          <Layer key={layer.id} {...layer} beforeId={layer.type === 'symbol' ? 'towns' : LOCALITIES} />
        ))}
      </Source>
      {way && (
        <>
          <Source id="way" type="geojson" data={way.line}>
            <Layer {...wayLayer(scheme)} beforeId={PINS} />
          </Source>
          {wayPlace && (
            <Marker latitude={wayPlace.latitude} longitude={wayPlace.longitude} style={PASSIVE}>
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

/** The straight line from the driver to the chosen station. Undefined when it is too short for its distance. */
function wayTo(uncovered: MapExtent, from: Coordinates | undefined, to: Station | undefined) {
  if (!from || !to) return undefined;
  const km = distanceKm(from, to);
  const px = km * pxPerKm(uncovered.world, from.latitude);
  if (px < WAY_PX) return undefined;
  const part = (share: number): Coordinates => ({
    latitude: from.latitude + (to.latitude - from.latitude) * share,
    longitude: from.longitude + (to.longitude - from.longitude) * share,
  });
  const start = part(DOT_PX / px);
  const coordinates = [start, to].map(({ longitude, latitude }) => [longitude, latitude]);
  return { km, at: part, line: { type: 'LineString' as const, coordinates } };
}
