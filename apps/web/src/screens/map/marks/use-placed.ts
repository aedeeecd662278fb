import type { FeatureCollection, Point } from 'geojson';
import type { Map } from 'maplibre-gl';
import { useEffect, useMemo, useState } from 'react';
import type { Coordinates } from '@bijli/contract/geo';
import type { Station } from '@bijli/contract/stations';
import type { MapExtent } from '../distances/rings.ts';
import type { PlacedLabel } from '../labels/placed-labels.ts';
import { drawnFeatures, labelProperties, type ToDraw } from '../layers.ts';
import { reuseIfEqual } from '../reuse-if-equal.ts';
import { edgesOf, type Padding } from '../view/camera.ts';
import type { ScreenPoint } from '../view/screen-point.ts';
import type { MarkedView } from '../view/view.ts';
import { heightOf, layOutMarks, lookOf, type PlacedMark, rankOf, stateOf } from './layout.ts';
import { mercator, placeAt, worldPx } from './mercator.ts';
import { useMarks } from './use-marks.ts';

/** The layout also covers this share of the map's size beyond each edge, so that a drag brings in marks at once. */
const BEYOND = 0.5;

interface PlacedOptions extends ToDraw {
  chosen: Station | undefined;
  position: Coordinates | undefined;
  /** The edges of the map that bars cover. */
  padding: Padding;
}

/** A mark with the place at which it is drawn, which may differ from its own. */
export interface MarkOnMap extends PlacedMark {
  drawnAt: Coordinates;
}

/** Hook: the laid out marks of a view. Undefined before the first layout. */
export function usePlaced(frame: MarkedView | undefined, options: PlacedOptions): MarkOnMap[] | undefined {
  const { stations, clusters, types, chosen, position, padding } = options;
  const chosenId = chosen?.property_id;
  const data = useMemo(
    () => drawnFeatures({ stations, clusters, types }, chosenId),
    [stations, clusters, types, chosenId],
  );
  const marks = useMarks(data, frame);
  return useMemo(() => {
    if (!marks || !frame) return undefined;
    const world = worldPx(frame.mapLibreZoom);
    const spotOf = (place: Coordinates): ScreenPoint => {
      const { x, y } = mercator(place);
      return { x: x * world, y: y * world };
    };
    const shown = marks.filter((mark) => mark.kind !== 'pin' || mark.id !== chosenId);
    const free = uncoveredOf(frame, padding);
    const around = { tip: chosen && spotOf(chosen), driver: position && spotOf(position), free };
    return layOutMarks(shown, spotOf, around).map((placed): MarkOnMap => {
      const { mark, spot } = placed;
      return { ...placed, drawnAt: placeAt({ x: spot.x / world, y: (spot.y + heightOf(mark)) / world }) };
    });
  }, [marks, frame, chosen, chosenId, position, padding]);
}

/** Hook: the view with its surroundings, updated when the map has stopped and when a zoom changes the clusters. */
export function useFrame(map: Map | undefined): MarkedView | undefined {
  const [frame, setFrame] = useState<MarkedView>();
  useEffect(() => {
    if (!map) return;
    let level: number | undefined;
    const look = () => {
      level = Math.floor(map.getZoom());
      setFrame((now) => reuseIfEqual(now, frameOf(map)));
    };
    const lookAtLevels = () => {
      if (Math.floor(map.getZoom()) !== level) look();
    };
    look();
    map.on('moveend', look);
    map.on('resize', look);
    map.on('zoom', lookAtLevels);
    return () => {
      map.off('moveend', look);
      map.off('resize', look);
      map.off('zoom', lookAtLevels);
    };
  }, [map]);
  return frame;
}

function frameOf(map: Map): MarkedView {
  const { west, south, east, north } = edgesOf(map);
  const [across, up] = [(east - west) * BEYOND, (north - south) * BEYOND];
  return {
    west: west - across,
    east: east + across,
    south: Math.max(-85, south - up),
    north: Math.min(85, north + up),
    mapLibreZoom: map.getZoom(),
  };
}

/** The uncovered part of the map, in px of the whole world at this zoom. */
export function uncoveredOf({ west, south, east, north, mapLibreZoom: zoom }: MarkedView, padding: Padding): MapExtent {
  const world = worldPx(zoom);
  const first = mercator({ latitude: north, longitude: west });
  const last = mercator({ latitude: south, longitude: east });
  const across = (BEYOND / (1 + 2 * BEYOND)) * (last.x - first.x) * world;
  const down = (BEYOND / (1 + 2 * BEYOND)) * (last.y - first.y) * world;
  return {
    world,
    left: first.x * world + across + padding.left,
    right: last.x * world - across - padding.right,
    top: first.y * world + down + padding.top,
    bottom: last.y * world - down - padding.bottom,
    corner: padding.corner,
    ...(padding.captions && { captions: padding.captions }),
  };
}

/** A pin of a station that is offline is this much of the others' size. */
const OFFLINE_SIZE = 0.84;

/** The marks as GeoJSON. Those of stations have the name of their picture, `look`, and pins have a label's texts. */
export function markFeatures(
  marks: readonly MarkOnMap[],
  labels: readonly PlacedLabel[] = [],
): FeatureCollection<Point> {
  const byId = new globalThis.Map(labels.map((label) => [label.id, label]));
  const propertiesOf = ({ mark }: MarkOnMap) => {
    const look = lookOf(mark);
    if (mark.kind === 'cluster' && look === undefined) {
      return { ...mark.counts, ...(mark.closer !== undefined && { closer: mark.closer }) };
    }
    const size = look !== 'unfit' && stateOf(mark) === 'offline' ? OFFLINE_SIZE : 1;
    return {
      look,
      size,
      rank: rankOf(mark),
      ...(mark.kind === 'pin' && { id: mark.id, ...labelProperties(byId.get(mark.id)) }),
    };
  };
  return {
    type: 'FeatureCollection',
    features: marks.map((one) => ({
      type: 'Feature',
      properties: propertiesOf(one),
      geometry: { type: 'Point', coordinates: [one.drawnAt.longitude, one.drawnAt.latitude] },
    })),
  };
}
