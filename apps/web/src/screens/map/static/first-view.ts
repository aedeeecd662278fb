import type { Coordinates } from '@bijli/contract/geo';
import { INDIA_BOX, type Padding } from '../camera.ts';
import { mercator, placeAt, worldPx, zoomOfWorld } from '../marks/mercator.ts';
import type { Spot } from '../marks/spiderfy.ts';
import type { Size } from '../use-size.ts';
import { mapLibreZoom, MAX_ZOOM, MIN_ZOOM, type View } from '../view.ts';

/** The first view of a map that is not there yet. */
export interface StaticView {
  view: View;
  /** The world's width, px. */
  world: number;
  /** Where the world's upper left corner stands, px from that of the map. */
  corner: Spot;
  /** Where a place is, px from the upper left corner of the map. */
  spotOf: (place: Coordinates) => Spot;
}

/** The view that the driver left, its middle in the middle of what bars leave free. */
export function viewAround(
  { middle, mapLibreZoom: zoom }: Pick<View, 'middle' | 'mapLibreZoom'>,
  size: Size,
  padding: Padding,
): StaticView {
  return staticView(mercator(middle), zoom, size, padding);
}

/** The whole of India in what bars leave free, as MapLibre's `fitBounds` shows it. */
export function indiaIn(size: Size, padding: Padding): StaticView {
  const [[west, south], [east, north]] = INDIA_BOX;
  const topLeft = mercator({ latitude: north, longitude: west });
  const bottomRight = mercator({ latitude: south, longitude: east });
  const free = freeOf(size, padding);
  const fitting = Math.min(free.width / (bottomRight.x - topLeft.x), free.height / (bottomRight.y - topLeft.y));
  const zoom = Math.min(Math.max(zoomOfWorld(fitting), mapLibreZoom(MIN_ZOOM)), mapLibreZoom(MAX_ZOOM));
  const middle = { x: (topLeft.x + bottomRight.x) / 2, y: (topLeft.y + bottomRight.y) / 2 };
  return staticView(middle, zoom, size, padding);
}

/** What bars leave free. */
function freeOf({ width, height }: Size, padding: Padding): Size {
  return {
    width: Math.max(1, width - padding.left - padding.right),
    height: Math.max(1, height - padding.top - padding.bottom),
  };
}

/** `middle`: of the world, on the Mercator square. */
function staticView(middle: Spot, zoom: number, size: Size, padding: Padding): StaticView {
  const { width, height } = size;
  const free = freeOf(size, padding);
  const world = worldPx(zoom);
  const corner = {
    x: padding.left + free.width / 2 - middle.x * world,
    y: padding.top + free.height / 2 - middle.y * world,
  };
  const first = placeAt({ x: -corner.x / world, y: -corner.y / world });
  const last = placeAt({ x: (width - corner.x) / world, y: (height - corner.y) / world });
  return {
    view: {
      middle: placeAt(middle),
      mapLibreZoom: zoom,
      west: first.longitude,
      north: first.latitude,
      east: last.longitude,
      south: last.latitude,
    },
    world,
    corner,
    spotOf(place) {
      const { x, y } = mercator(place);
      return { x: corner.x + x * world, y: corner.y + y * world };
    },
  };
}
