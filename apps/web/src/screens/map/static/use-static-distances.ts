import type { FeatureCollection } from 'geojson';
import { useMemo } from 'react';
import type { Coordinates } from '@bijli/contract/geo';
import type { Station } from '@bijli/contract/stations';
import { useClientConfig } from '#api/client-config.ts';
import { useLocalities } from '#api/stations.ts';
import { useWantedPlugs } from '#api/wanted-plugs.ts';
import { useMessages } from '#messages/messages.ts';
import type { Box } from '#parts/box.ts';
import { hasFullBasemap } from '../basemap/use-basemap.ts';
import { labelOf, onMap } from '../distances/labels.ts';
import { DISTANCES_ZOOM } from '../distances/ring-layers.ts';
import { ringFeatures, type MapExtent, isWhole, roomOfChosen } from '../distances/rings.ts';
import type { ToDraw } from '../layers.ts';
import { boxAround, boxOfChosen, heightOf, type PlacedMark } from '../marks/layout.ts';
import type { Padding } from '../view/camera.ts';
import type { ScreenPoint } from '../view/screen-point.ts';
import type { Size } from '../view/use-size.ts';
import { isIn, LOCALITIES_ZOOM, mapLibreZoom } from '../view/view.ts';
import type { StaticView } from './first-view.ts';
import { labelsFor, type StaticLabel, type ToLabel } from './static-labels.ts';

interface StaticDistancesOptions extends Pick<ToDraw, 'stations'> {
  shown: StaticView;
  size: Size;
  padding: Padding;
  placed: readonly PlacedMark[];
  chosen: Station | undefined;
  position: Coordinates | undefined;
}

export interface StaticDistances {
  uncovered: MapExtent;
  /** Rings around the driver or the chosen station. Undefined when neither is known. */
  rings: FeatureCollection | undefined;
  labels: StaticLabel[];
  /** The rectangles of rings' figures and labels. */
  boxes: Box[];
}

/** Half the size of a ring's figure, in px. */
const FIGURE = { across: 22, up: 9 };

/**
 * Hook: rings of distance and labels that the static map draws at near zooms, before streets or the movable map are
 * there.
 */
export function useStaticDistances(options: StaticDistancesOptions): StaticDistances | undefined {
  const { shown, size, padding, stations, placed, chosen, position } = options;
  const messages = useMessages();
  const { data: localities } = useLocalities();
  const vehicle = useWantedPlugs();
  const hasService = hasFullBasemap(useClientConfig().data?.map);
  return useMemo(() => {
    const { view, world, corner, spotOf } = shown;
    if (view.mapLibreZoom < DISTANCES_ZOOM || hasService) return undefined;
    const onWorld = ({ x, y }: ScreenPoint): ScreenPoint => ({ x: x - corner.x, y: y - corner.y });
    const uncovered: MapExtent = {
      world,
      left: padding.left - corner.x,
      right: size.width - padding.right - corner.x,
      top: padding.top - corner.y,
      bottom: size.height - padding.bottom - corner.y,
      corner: padding.corner,
    };
    const tip = chosen && spotOf(chosen);
    const own = position && spotOf(position);
    const middles = [...placed.map(({ spot }) => spot), ...(own ? [own] : [])];
    const obstacles = [...middles, ...(tip ? roomOfChosen(tip) : [])].map(onWorld);
    const centre = position ?? chosen;
    const rings = centre && ringFeatures({ centre, uncovered, obstacles, textOf: (km) => onMap(messages.map.km(km)) });
    const figures = (rings?.features ?? []).flatMap(({ geometry }): Box[] => {
      if (geometry.type !== 'Point') return [];
      const [longitude = 0, latitude = 0] = geometry.coordinates;
      const { x, y } = spotOf({ latitude, longitude });
      const { across, up } = FIGURE;
      return [{ left: x - across, right: x + across, top: y - up, bottom: y + up }];
    });

    const labelled = (station: Station, at: ScreenPoint, isChosen: boolean): ToLabel[] => {
      const label = labelOf(station, vehicle, messages);
      return label && label.counts !== '' ? [{ ...label, tip: at, isChosen }] : [];
    };
    const byId = new Map(stations.map((station) => [station.property_id, station]));
    const beside = placed.flatMap(({ mark, spot }) => {
      const station = mark.kind === 'pin' && !mark.isUnfit ? byId.get(mark.id) : undefined;
      if (!station || !isWhole(uncovered, onWorld(spot))) return [];
      return labelled(station, { x: spot.x, y: spot.y + heightOf(mark) }, false);
    });
    const towns = view.mapLibreZoom < mapLibreZoom(LOCALITIES_ZOOM) ? [] : (localities ?? []);
    const names = towns.flatMap(([name, latitude, longitude]) =>
      isIn(view, { latitude, longitude }) ? [{ name, spot: spotOf({ latitude, longitude }) }] : [],
    );
    const marks = [...middles.map(boxAround), ...(tip ? [boxOfChosen(tip)] : []), ...figures];
    const edges = coveredBoxes(size, padding);
    const labels = labelsFor([...(chosen && tip ? labelled(chosen, tip, true) : []), ...beside], names, [
      ...marks,
      ...edges,
    ]);
    return { uncovered, rings, labels, boxes: [...figures, ...labels.map(({ box }) => box)] };
  }, [shown, size, padding, stations, placed, chosen, position, messages, localities, vehicle, hasService]);
}

/** Rectangles beyond the visible part, so that no label is cut off by an edge or a bar. */
function coveredBoxes({ width, height }: Size, { left, top, right, bottom, corner }: Padding): Box[] {
  const far = 10_000;
  const buttons = { left: width - right - corner.width, top: height - bottom - corner.height };
  return [
    { left: -far, right: left, top: -far, bottom: far },
    { left: width - right, right: far, top: -far, bottom: far },
    { left: -far, right: far, top: -far, bottom: top },
    { left: -far, right: far, top: height - bottom, bottom: far },
    { ...buttons, right: far, bottom: far },
  ];
}
