import { useMemo } from 'react';
import { Layer, Marker, Source } from 'react-map-gl/maplibre';
import { distanceKm, type Coordinates } from '@bijli/contract/geo';
import type { Station } from '@bijli/contract/stations';
import { distance } from '@bijli/ui/format/text';
import { useMessages } from '#messages/messages.ts';
import { LOCALITIES, PINS } from '../layers.ts';
import type { Spot } from '../marks/spiderfy.ts';
import type { Scheme } from '../pictures.ts';
import { chartLayers, wayLayer } from './chart-layers.ts';
import { onMap } from './labels.ts';
import { chartFeatures, hasRoom, isFree, pxPerKm, roomOfChosen, type ChartSheet, spotOn } from './rings.ts';
import styles from './Chart.module.css';

interface ChartProps {
  sheet: ChartSheet;
  chosen: Station | undefined;
  position: Coordinates | undefined;
  /** Middles of the marks on the sheet. */
  markSpots: readonly Spot[];
  scheme: Scheme;
}

const PASSIVE = { pointerEvents: 'none', zIndex: 1 } as const;
/** Shorter than this, the way to the chosen station has no room for its length, px. */
const WAY_PX = 78;
/** The way begins at the edge of the driver's dot, px. */
const DOT_PX = 22;
/** Where on the way its length may stand: the first of these that covers nothing. */
const WAY_SHARES = [0.5, 0.4, 0.6, 0.3, 0.7];

function isClear(sheet: ChartSheet, place: Coordinates, obstacles: readonly Spot[]): boolean {
  const spot = spotOn(sheet, place);
  return hasRoom(sheet, spot) && isFree(spot, obstacles);
}

/** Where no streets are: how far everything is, from the driver or from the chosen station. */
export function Chart({ sheet, chosen, position, markSpots, scheme }: ChartProps) {
  const { map: messages } = useMessages();
  const centre = position ?? chosen;
  const obstacles = useMemo(() => {
    const head = chosen && spotOn(sheet, chosen);
    const own = position && spotOn(sheet, position);
    return [...markSpots, ...(head ? roomOfChosen(head) : []), ...(own ? [own] : [])];
  }, [chosen, position, sheet, markSpots]);
  const data = useMemo(() => {
    if (!centre) return undefined;
    return chartFeatures({ centre, sheet, obstacles, textOf: (km) => onMap(messages.km(km)) });
  }, [centre, sheet, obstacles, messages]);
  const way = useMemo(() => wayTo(sheet, position, chosen), [sheet, position, chosen]);
  const wayPlace = way && WAY_SHARES.map(way.at).find((place) => isClear(sheet, place, obstacles));
  if (!data) return null;
  return (
    <>
      <Source id="chart" type="geojson" data={data}>
        {chartLayers(scheme).map((layer) => (
          // The ground that grows lighter lies below the names of localities; a ring's figure has its room before they have.
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

/** The straight line to the chosen station, where there is room for its length. */
function wayTo(sheet: ChartSheet, from: Coordinates | undefined, to: Station | undefined) {
  if (!from || !to) return undefined;
  const km = distanceKm(from, to);
  const px = km * pxPerKm(sheet.world, from.latitude);
  if (px < WAY_PX) return undefined;
  const part = (share: number): Coordinates => ({
    latitude: from.latitude + (to.latitude - from.latitude) * share,
    longitude: from.longitude + (to.longitude - from.longitude) * share,
  });
  const start = part(DOT_PX / px);
  const coordinates = [start, to].map(({ longitude, latitude }) => [longitude, latitude]);
  return { km, at: part, line: { type: 'LineString' as const, coordinates } };
}
