import type { FeatureCollection, Point } from 'geojson';
import type { LayerSpecification } from 'maplibre-gl';
import type { Box } from '#parts/box.ts';
import { BLOCKER_PX, type Scheme } from '../marks/pictures.ts';
import type { ScreenPoint } from '../view/screen-point.ts';
import type { Size } from '../view/use-size.ts';

export interface Square {
  middle: ScreenPoint;
  side: number;
}

/** Squares that together cover a box exactly. Their side is its shorter one. */
export function squaresOver({ left, top, right, bottom }: Box): Square[] {
  const [width, height] = [right - left, bottom - top];
  const side = Math.min(width, height);
  if (side <= 0) return [];
  const count = Math.ceil(Math.max(width, height) / side);
  return Array.from({ length: count }, (_, index) => {
    const share = count === 1 ? 0 : index / (count - 1);
    const middle = { x: left + side / 2 + share * (width - side), y: top + side / 2 + share * (height - side) };
    return { middle, side };
  });
}

/**
 * Labels that would reach further than the map's edge are covered up to this far outside, in px, so that none is cut
 * off.
 */
const EDGE_PX = 40;

/**
 * Boxes of the elements over the map, which are marked `data-over-map`, and of the space outside its edges. In px from
 * the map's upper left corner.
 */
export function boxesOfControls(map: HTMLElement): Box[] {
  const { left, top, width, height } = map.getBoundingClientRect();
  const marked = [...document.querySelectorAll('[data-over-map]')].map((element) => {
    const box = element.getBoundingClientRect();
    return { left: box.left - left, right: box.right - left, top: box.top - top, bottom: box.bottom - top };
  });
  return [...marked, ...boxesOutsideView({ width, height })];
}

/** The space outside the edges of a map of this size. */
export function boxesOutsideView({ width, height }: Size): Box[] {
  return [
    { left: -EDGE_PX, right: 0, top: 0, bottom: height },
    { left: width, right: width + EDGE_PX, top: 0, bottom: height },
    { left: 0, right: width, top: -EDGE_PX, bottom: 0 },
    { left: 0, right: width, top: height, bottom: height + EDGE_PX },
  ];
}

export function blockerFeatures(
  squares: readonly Square[],
  placeOf: (spot: ScreenPoint) => number[],
): FeatureCollection<Point> {
  return {
    type: 'FeatureCollection',
    features: squares.map(({ middle, side }) => ({
      type: 'Feature',
      properties: { size: side / BLOCKER_PX },
      geometry: { type: 'Point', coordinates: placeOf(middle) },
    })),
  };
}

/** Placed before all other layers, so that their labels avoid the squares. */
export function blockerLayer(scheme: Scheme): Omit<Extract<LayerSpecification, { type: 'symbol' }>, 'source'> {
  return {
    id: 'label-blockers',
    type: 'symbol',
    layout: { 'icon-image': `blocker/${scheme}`, 'icon-size': ['get', 'size'], 'icon-allow-overlap': true },
    paint: { 'icon-opacity': 0 },
  };
}
