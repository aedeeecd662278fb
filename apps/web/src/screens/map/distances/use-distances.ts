import type { FeatureCollection } from 'geojson';
import { useMemo } from 'react';
import type { Coordinates } from '@bijli/contract/geo';
import type { Station } from '@bijli/contract/stations';
import { useLocalities } from '#api/stations.ts';
import { useWantedPlugs } from '#api/wanted-plugs.ts';
import { useMessages } from '#messages/messages.ts';
import type { Box } from '#parts/box.ts';
import { labelsFor, type Locality, type PlacedLabel, type ToLabel } from '../labels/placed-labels.ts';
import { useLoadedFonts } from '../labels/use-loaded-fonts.ts';
import { boxAround, boxOfChosen, heightOf, type PlacedMark } from '../marks/layout.ts';
import type { ScreenPoint } from '../view/screen-point.ts';
import { coveredBoxes } from '../view/uncovered.ts';
import { LOCALITIES_ZOOM, mapLibreZoom } from '../view/view.ts';
import { labelOf, onMap } from './labels.ts';
import { DISTANCES_ZOOM } from './ring-layers.ts';
import { isWhole, type MapExtent, ringFeatures, roomOfChosen, spotOn } from './rings.ts';
import { boxesAlong, placeOnWay, type Way, wayTo } from './way.ts';

interface DistancesOptions {
  /** The part of the map that no bar covers. Undefined before the map is drawn. */
  uncovered: MapExtent | undefined;
  mapLibreZoom: number | undefined;
  stations: readonly Station[];
  /** The laid out marks, in px of the world. */
  placed: readonly PlacedMark[] | undefined;
  chosen: Station | undefined;
  position: Coordinates | undefined;
  /** False where the map shows streets, which tell distances themselves. */
  hasRings: boolean;
}

/** In px of the world at this zoom. */
export interface Distances {
  /** Rings around the driver or the chosen station. Undefined when neither is known. */
  rings: FeatureCollection | undefined;
  /** From the driver to the chosen station. */
  way: Way | undefined;
  labels: PlacedLabel[];
  /** The rectangles of rings' figures, the way and labels. */
  boxes: Box[];
}

/** Half the size of a ring's figure, and of the distance on the way, in px. */
const FIGURE = { across: 22, up: 9 };
const CAPSULE = { across: 36, up: 13 };

function boxOf({ x, y }: ScreenPoint, { across, up }: typeof FIGURE): Box {
  return { left: x - across, right: x + across, top: y - up, bottom: y + up };
}

/** Hook: rings of distance and names at near zooms. The static map and the movable one draw the same. */
export function useDistances(options: DistancesOptions): Distances | undefined {
  const { uncovered, mapLibreZoom: zoom, stations, placed, chosen, position, hasRings } = options;
  const messages = useMessages();
  const { data: localities } = useLocalities();
  const vehicle = useWantedPlugs();
  const loadedFonts = useLoadedFonts();
  return useMemo(() => {
    if (!uncovered || !placed || zoom === undefined || zoom < DISTANCES_ZOOM) return undefined;
    const spotOf = (place: Coordinates) => spotOn(uncovered, place);
    const tip = chosen && spotOf(chosen);
    const own = position && spotOf(position);
    const middles = [...placed.map(({ spot }) => spot), ...(own ? [own] : [])];
    const labelled = (station: Station, at: ScreenPoint, isChosen: boolean): ToLabel[] => {
      const label = labelOf(station, vehicle, messages);
      return label && label.counts !== '' ? [{ ...label, id: station.property_id, tip: at, isChosen }] : [];
    };
    const line = hasRings ? wayTo(uncovered, position, chosen) : undefined;
    const lines = line ? boxesAlong(uncovered, line) : [];
    const taken = [...middles.map(boxAround), ...(tip ? [boxOfChosen(tip)] : []), ...lines, ...coveredBoxes(uncovered)];
    const ofChosen = chosen && tip ? labelled(chosen, tip, true) : [];
    // The chosen station's name has its place before the figures, which have several.
    const [first] = labelsFor(ofChosen, [], taken);
    const obstacles = [...middles, ...(tip ? roomOfChosen(tip, first?.box) : [])];
    const centre = hasRings ? (position ?? chosen) : undefined;
    const rings = centre && ringFeatures({ centre, uncovered, obstacles, textOf: (km) => onMap(messages.map.km(km)) });
    const figures = (rings?.features ?? []).flatMap(({ geometry }): Box[] => {
      if (geometry.type !== 'Point') return [];
      const [longitude = 0, latitude = 0] = geometry.coordinates;
      return [boxOf(spotOf({ latitude, longitude }), FIGURE)];
    });

    const byId = new Map(stations.map((station) => [station.property_id, station]));
    const beside = placed.flatMap(({ mark, spot }) => {
      const station = mark.kind === 'pin' && !mark.isUnfit ? byId.get(mark.id) : undefined;
      if (!station || !isWhole(uncovered, spot)) return [];
      return labelled(station, { x: spot.x, y: spot.y + heightOf(mark) }, false);
    });
    const way = line && { ...line, figureAt: placeOnWay(uncovered, line, obstacles) };
    if (way?.figureAt) figures.push(boxOf(spotOf(way.figureAt), CAPSULE));
    const names = zoom < mapLibreZoom(LOCALITIES_ZOOM) ? [] : localitiesIn(uncovered, localities ?? [], zoom);
    const labels = labelsFor([...ofChosen, ...beside], names, [...taken, ...figures]);
    return { rings, way, labels, boxes: [...figures, ...lines, ...labels.map(({ box }) => box)] };
    // Widths of texts change with the fonts.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [uncovered, zoom, stations, placed, chosen, position, hasRings, messages, localities, vehicle, loadedFonts]);
}

/** Size of a locality's letters, in px. */
export function localityPx(zoom: number): number {
  return Math.min(15, Math.max(12, 12 + ((zoom - mapLibreZoom(11)) * 3) / 4));
}

function localitiesIn(uncovered: MapExtent, localities: readonly [string, number, number][], zoom: number): Locality[] {
  const { left, right, top, bottom } = uncovered;
  const size = localityPx(zoom);
  return localities.flatMap(([name, latitude, longitude]) => {
    const spot = spotOn(uncovered, { latitude, longitude });
    const isSeen = spot.x > left && spot.x < right && spot.y > top && spot.y < bottom;
    return isSeen ? [{ name, spot, size }] : [];
  });
}
